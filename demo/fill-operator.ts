import { eq } from "drizzle-orm";
import { db, sql } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { demoPartners } from "#demo/demo-data.ts";
import { startOfYear } from "#demo/fill-contracts.ts";
import { consoleContext } from "#lib/account/users/contexts.ts";
import { asHandler, asOwner, asSupport, operatorContext } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { CurrentSession, SessionUser } from "#lib/account/users/schema.ts";
import type { ApiContext, HandlerContext } from "#lib/account/worlds/context.ts";
import { approveAccount, proposeAccount } from "#lib/insurance/payments/accounts.ts";
import { create } from "#lib/insurance/prices/create.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { approve, propose } from "#lib/insurance/prices/publish.ts";
import { midnightOf } from "#lib/insurance/prices/rules/start.ts";
import type { NewTariff } from "#lib/insurance/prices/schema.ts";

/** The people of the demo, each acting at a moment as if just signed in. */
export interface People {
  /** The handlers that the demo has, by turns. */
  handler(turn: number, now: Date): HandlerContext;
  support(turn: number, now: Date): ContextOf["support"];
  /** An owner of the partner of the world; undefined if there is none left. */
  owner(world: ApiContext, realTime: Date): ContextOf["owner"] | undefined;
}

const address = "192.0.2.10";

const dayMs = 86_400_000;
const ibans = ["FR7630006000011234567890189", "FR1420041010050500013M02606"];

/** The prices of the year before the public list, without which a year's first contracts would have none. */
export async function createFormerPrices(now: Date): Promise<void> {
  const begins = startOfYear(now);
  if (begins >= publicTariff.effectiveFrom) return;
  const year = begins.getUTCFullYear();
  const bike = { break: 380, theft: 480, client_theft: 140 };
  await createOnce({
    ...publicTariff,
    version: `${year}-01`,
    effectiveFrom: new Date(Date.UTC(year, 0, 1)),
    rates: { ...publicTariff.rates, annualRates: { ...publicTariff.rates.annualRates, bike } },
  });
}

async function createOnce(version: NewTariff): Promise<void> {
  if (await hasVersion(version)) return;
  await create(operatorContext("demo data", version.effectiveFrom), version);
}

/** A price list that two people of support have scheduled: bikes cost a little more from the first day of the month after next. */
export async function schedulePrices(now: Date, people: People): Promise<void> {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)).toISOString().slice(0, 10);
  const bike = { break: 420, theft: 530, client_theft: 160 };
  const version = {
    ...publicTariff,
    version: day.slice(0, 7),
    effectiveFrom: midnightOf(day),
    rates: { ...publicTariff.rates, annualRates: { ...publicTariff.rates.annualRates, bike } },
  };
  if (await hasVersion(version)) return;
  const proposed = await propose(people.support(0, daysBefore(now, 6)), version, "Les vols de vélos ont augmenté de 7 % en un an.");
  if (!proposed.isPublished) await approve(people.support(1, daysBefore(now, 5)), proposed.id);
}

async function hasVersion({ name, version }: NewTariff): Promise<boolean> {
  const rows = await sql`select from tariffs where name = ${name} and version = ${version}
    union all select from tariff_proposals where name = ${name} and version = ${version} and status <> 'refused'`;
  return rows.length > 0;
}

/** The bank accounts of the rental companies, entered by one person and approved by another; the last one waits for it. */
export async function enterAccounts(now: Date, people: People): Promise<void> {
  const renters = demoPartners.flatMap((partner) => partner.renters);
  for (const [index, { uid, company }] of renters.entries()) {
    const entered = await sql`select from payee_account_proposals where renter_uid = ${uid}`;
    if (entered.length > 0) continue;
    const at = daysBefore(now, index === renters.length - 1 ? 1 : 200 - 10 * index);
    await proposeAccount(people.support(0, at), uid, { holder: company.company_name, iban: ibans[index % ibans.length] ?? "" });
    const [waiting] = await sql<{ id: string }[]>`
      select id from payee_account_proposals where renter_uid = ${uid} and status = 'waiting'`;
    if (waiting !== undefined && index < renters.length - 1) {
      await approveAccount(people.support(1, new Date(at.getTime() + dayMs / 4)), waiting.id);
    }
  }
}

/** The account that pays, so that the bank's half can be rehearsed: file, execution, return. */
export async function enterPayer(now: Date, people: People): Promise<void> {
  const entered = await sql`select from payee_account_proposals where renter_uid is null`;
  if (entered.length > 0) return;
  const at = daysBefore(now, 210);
  await proposeAccount(people.support(0, at), null, { holder: "Covergate Assurances", iban: "FR7630001007941234567890185" });
  const [waiting] = await sql<{ id: string }[]>`
    select id from payee_account_proposals where renter_uid is null and status = 'waiting'`;
  if (waiting !== undefined) await approveAccount(people.support(1, new Date(at.getTime() + dayMs / 4)), waiting.id);
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Reads who is left of the demo's people: those who were disabled or have another role do nothing. */
export async function findPeople(): Promise<People> {
  const rows = await db.select().from(users).leftJoin(partners, eq(partners.id, users.partnerId)).orderBy(users.id);
  const active = rows.filter(({ users: { disabledAt } }) => disabledAt === null);
  const people = active.map(({ users: { id, email, name, role }, partners: partner }): SessionUser => {
    return { id, email, name, role, partner: partner && { id: partner.id, name: partner.name } };
  });
  const staffAt = (role: "handler" | "support", turn: number, now: Date) => {
    const all = people.filter((person) => person.role === role);
    const user = all[turn % all.length];
    if (user === undefined) throw new Error(`the demo has no ${role} left`);
    return consoleContext({ user, session: sessionAt(now) }, { now, address });
  };
  return {
    handler: (turn, now) => asHandler(staffAt("handler", turn, now)),
    support: (turn, now) => asSupport(staffAt("support", turn, now)),
    owner(world, realTime) {
      const user = people.find(({ role, partner }) => role === "owner" && partner?.id === world.world.partnerId);
      if (user === undefined) return undefined;
      const actor = { type: "user", userId: user.id, partnerId: world.world.partnerId } as const;
      return asOwner({ ...world, now: realTime, realTime, actor, address, user, session: sessionAt(realTime) });
    },
  };
}

function sessionAt(authenticatedAt: Date): CurrentSession {
  return { id: "demo", authenticatedAt, hasSecondFactor: true, newDevice: null };
}
