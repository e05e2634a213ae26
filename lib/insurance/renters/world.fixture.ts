import { randomUUID } from "node:crypto";
import { sql } from "#db/client.ts";
import { create } from "#lib/account/partners/change.ts";
import type { CreatedPartner } from "#lib/account/partners/change.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { attach, openForPartner } from "#lib/insurance/renters/attach.ts";
import { register } from "#lib/insurance/renters/register.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import type { RenterRegistration } from "#lib/insurance/renters/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { realClock, realMoment } from "#lib/platform/time/clock.ts";

const staff = operatorContext("tests", new Date("2027-01-01T09:00:00.000Z"));

/** A new partner, and the context of a call in each of its worlds. */
export async function makePartner(): Promise<CreatedPartner & { contexts: Record<Environment, ApiContext> }> {
  const made = await create(staff, { name: `partner ${randomUUID()}` });
  const context = (environment: Environment): ApiContext => ({
    executionId: "exec_test",
    ...realMoment(staff.now),
    clock: realClock,
    actor: { type: "apiKey", keyId: made.keys[environment].id, partnerId: made.id },
    address: "192.0.2.1",
    world: made.worlds[environment],
    partner: { features: [], openContractsLimit: null, tariffId: null },
  });
  return { ...made, contexts: { development: context("development"), production: context("production") } };
}

export async function registerRenter(settings: Partial<RenterRegistration> = {}): Promise<string> {
  const uid = `renter ${randomUUID()}`;
  await register(staff, { uid, company: sampleCompany, ...settings });
  return uid;
}

/** A renter whose days have 24 hours, for tests that are not about time zones. */
export async function registerUtcRenter(): Promise<string> {
  const uid = await registerRenter();
  await sql`update renters set time_zone = 'UTC' where uid = ${uid}`;
  return uid;
}

export async function attachOpened(ctx: ApiContext, uid: string): Promise<void> {
  const { partnerId } = ctx.world;
  await openForPartner(staff, { partnerId, uid }).catch((error: unknown) => {
    if (!(error instanceof UserError)) throw error;
  });
  await attach(ctx, uid);
}

/** The outcomes of concurrent calls, sorted: "done", or the name of the error. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const results = await Promise.allSettled(calls);
  return results.map((result) => (result.status === "fulfilled" ? "done" : nameOf(result.reason))).toSorted();
}

function nameOf(reason: unknown): string {
  if (reason instanceof ApiError) return reason.errorName;
  throw reason;
}
