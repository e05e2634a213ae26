import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gt, sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { noticeIsOpen } from "#db/schema/renewals.ts";
import { statements } from "#db/schema/statements.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { asDeveloper } from "#lib/account/users/roles.ts";
import type { SessionUser } from "#lib/account/users/schema.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { refreshReadiness } from "#lib/developer/readiness/read.ts";
import { catchUp } from "#lib/developer/sandbox/catch-up.ts";
import { emptyWorld, releaseHeld } from "#lib/developer/sandbox/empty.ts";
import { decideClockShift } from "#lib/developer/sandbox/rules/clock.ts";
import { assertSandbox } from "#lib/developer/sandbox/sandbox.ts";
import type { ResetBody, ShiftClockBody, ShiftedClock, WireClock } from "#lib/developer/sandbox/schema.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import { log } from "#lib/platform/log/log.ts";
import { isShifted, realClock } from "#lib/platform/time/clock.ts";
import type { WorldClock } from "#lib/platform/time/clock.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";
import { Accepted } from "#lib/platform/wire/endpoint.ts";

/** A shift of the clock answers after this, finished or not (rules/sandbox.md#clock-5). */
const maxWaitMs = 10_000;
const pollMs = 100;
/** How long the batch that is under way then may still take. */
const batchMs = 2_000;

export async function readClock(ctx: ApiContext): Promise<WireClock> {
  assertSandbox(ctx);
  const until = new Date(ctx.realTime.getTime() + ctx.clock.offsetMs);
  const isBehind = ctx.clock.pausedAt !== null;
  const [row] = await pool<[{ remaining: number; nextDue: WireClock["next_due"]; resetting: boolean }]>`
    with due as (
      (select c.due_at as at, c.cid, case when c.due_at = c.end_date and not c.termination_planned and a.arid is not null
          then 'renewal.applies' else 'contract.ends' end as kind
        from contracts c
        left join automatic_renewals a on a.cid = c.cid and a.state = 'scheduled'
        where c.world_id = ${ctx.world.id} and c.status = 'open' and c.test order by c.due_at, c.cid limit 1)
      union all
      (select a.notification_scheduled_for, a.cid, 'renewal.notice' from automatic_renewals a join contracts c on c.cid = a.cid
        where a.world_id = ${ctx.world.id} and ${pool.unsafe(noticeIsOpen)} and c.status = 'open' and c.end_date > ${ctx.now}
        order by a.notification_scheduled_for, a.arid limit 1))
    select (select json_build_object('at', greatest(at, ${ctx.now}), 'kind', kind, 'cid', cid) from due order by at, kind desc limit 1) as "nextDue",
      (select emptied_before is not null from worlds where id = ${ctx.world.id}) as resetting,
      case when ${isBehind} then (
        select count(*)::int from contracts where world_id = ${ctx.world.id} and status = 'open' and test and due_at <= ${until}
      ) + (
        select count(*)::int from automatic_renewals where world_id = ${ctx.world.id} and ${pool.unsafe(noticeIsOpen)} and notification_scheduled_for <= ${until}
      ) else 0 end as remaining`;
  return {
    ...wireClock(ctx.clock, ctx.now),
    catching_up: isBehind ? { to: until.toISOString(), remaining: row.remaining } : null,
    next_due: row.nextDue && { ...row.nextDue, at: new Date(row.nextDue.at).toISOString() },
    resetting: row.resetting,
  };
}

/** Answers once everything that became due is done, or after `waitMs` with `Accepted` (rules/sandbox.md#clock-5). */
export async function shiftClock(
  ctx: ApiContext,
  body: ShiftClockBody,
  waitMs = maxWaitMs,
): Promise<ShiftedClock | Accepted<ShiftedClock>> {
  assertSandbox(ctx);
  const moved = await transact(async (tx) => {
    const clock = decideClockShift(await lockClock(tx, ctx.world.id), body, ctx.realTime);
    await setClock(tx, ctx, clock);
    return wireClock({ ...clock, pausedAt: null }, new Date(ctx.realTime.getTime() + clock.offsetMs));
  }, ctx);
  try {
    const catchingUp = finishWithin(waitMs, (signal) => catchUp(ctx.world.id, { clock: () => ctx.realTime, signal }));
    return (await withTimeout(waitMs + batchMs, catchingUp)) ? moved : new Accepted(moved);
  } catch (error) {
    // The clock is shifted already: after an error the caller would shift it again.
    log.error({ executionId: ctx.executionId, error }, "what became due by a moved clock was not done yet; the job goes on");
    return new Accepted(moved);
  }
}

/** Repeats the work until it is done; false if it is not done in time. */
async function finishWithin(waitMs: number, work: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
  const signal = waitMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(waitMs);
  while (!(await work(signal))) {
    if (signal.aborted) return false;
    await pause(pollMs);
  }
  return true;
}

/** Resets the clock to real time. Past events stay, and a shift in progress stops. */
export async function returnClock(ctx: ApiContext): Promise<ShiftedClock> {
  assertSandbox(ctx);
  return transact(async (tx) => {
    await lockClock(tx, ctx.world.id);
    await setClock(tx, ctx, realClock);
    // Months that have not come by real time are open again.
    await tx.delete(statements).where(and(eq(statements.worldId, ctx.world.id), gt(statements.closedAt, ctx.realTime)));
    return wireClock(realClock, ctx.realTime);
  }, ctx);
}

async function lockClock(tx: Transaction, worldId: number): Promise<WorldClock> {
  const [clock] = await tx
    .select({ offsetMs: worlds.clockOffsetMs, pausedAt: worlds.clockPausedAt })
    .from(worlds)
    .where(sql`${worlds.id} = ${worldId}`)
    .for("no key update");
  return clock ?? realClock;
}

/** Sets a locked clock. Actions of people are audited, also those that the portal sends for them; those of keys are in the call log. */
async function setClock(tx: Transaction, ctx: ApiContext, clock: WorldClock): Promise<void> {
  const { offsetMs: clockOffsetMs, pausedAt: clockPausedAt } = clock;
  await tx
    .update(worlds)
    .set({ clockOffsetMs, clockPausedAt })
    .where(sql`${worlds.id} = ${ctx.world.id}`);
  const actor = ctx.sentFor ?? ctx.actor;
  if (actor.type === "apiKey") return;
  await recordAudit(
    tx,
    { ...ctx, actor },
    {
      action: "sandbox.clockMoved",
      subjectId: ctx.world.partnerId,
      details: { from: ctx.now, to: new Date(ctx.realTime.getTime() + clockOffsetMs) },
    },
  );
}

function wireClock(clock: WorldClock, now: Date): ShiftedClock {
  return { now: now.toISOString(), offset_seconds: Math.round(clock.offsetMs / 1000), moved: isShifted(clock) };
}

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
  if (!(await finishWithin(waitMs, (signal) => emptyWorld(ctx.world.id, signal)))) return new Accepted(undefined);
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
