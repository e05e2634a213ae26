import { setTimeout as pause } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { asDeveloper } from "#lib/account/users/roles.ts";
import type { SessionUser } from "#lib/account/users/schema.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { refreshReadiness } from "#lib/developer/readiness/read.ts";
import { emptyWorld, releaseHeld } from "#lib/developer/sandbox/empty.ts";
import { assertSandbox } from "#lib/developer/sandbox/sandbox.ts";
import type { ResetBody } from "#lib/developer/sandbox/schema.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import { Accepted } from "#lib/platform/wire/endpoint.ts";

const maxWaitMs = 10_000;
const pollMs = 100;

/**
 * Deletes contracts, products, claims, events and deliveries, and resets the clock (rules/sandbox.md#reset-1). Keys, webhooks, renters and
 * the call log stay. After `waitMs` it answers `Accepted`.
 */
export async function startOver(
  ctx: ApiContext & { user?: Pick<SessionUser, "role"> },
  { confirm }: ResetBody,
  waitMs = maxWaitMs,
): Promise<void | Accepted<undefined>> {
  assertSandbox(ctx);
  if (ctx.user !== undefined) asDeveloper({ user: ctx.user });
  // Events and deliveries are evidence of the checklist, so it is refreshed before they go.
  await refreshReadiness(ctx.world.id, ctx.realTime);
  await transact(async (tx) => {
    await assertConfirmed(tx, ctx, confirm);
    await tx.update(worlds).set({ clockOffsetMs: 0, clockPausedAt: null, emptiedBefore: ctx.realTime }).where(eq(worlds.id, ctx.world.id));
    await recordAudit(tx, ctx, { action: "sandbox.reset", subjectId: ctx.world.partnerId });
  }, ctx);
  await releaseHeld(ctx.world.id);
  const signal = waitMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(waitMs);
  while (!(await emptyWorld(ctx.world.id, signal))) {
    if (signal.aborted) return new Accepted(undefined);
    await pause(pollMs);
  }
}

/** Rejects requests without a working key of this world, against a mix-up of terminals. */
async function assertConfirmed(tx: Transaction, { world, realTime }: ApiContext, confirm: string): Promise<void> {
  const [named] = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.worldId, world.id), sql`${apiKeys.preview} = ${confirm}`, worksAt(realTime)));
  if (named !== undefined) return;
  throw fieldError("MALFORMED_REQUEST", "confirm", ": must be the first eleven characters of a development key of yours that works");
}
