import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { worlds } from "#db/schema/partners.ts";
import { automaticRenewals, noticeIsOpen } from "#db/schema/renewals.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { cutBatch, dueAgainAt, nextNoticeAt } from "#lib/developer/sandbox/rules/batch.ts";
import type { DueItem } from "#lib/developer/sandbox/rules/batch.ts";
import { forEachWorld } from "#lib/developer/sandbox/sandbox.ts";
import { endContracts } from "#lib/insurance/contracts/end-due.ts";
import { findLocked } from "#lib/insurance/contracts/find.ts";
import type { ExistingContract } from "#lib/insurance/contracts/find.ts";
import { isApplied } from "#lib/insurance/contracts/rules/creation.ts";
import { findLiveOf } from "#lib/insurance/renewals/find.ts";
import { notifyRenewals } from "#lib/insurance/renewals/notify-due.ts";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";
import type { BatchOptions } from "#lib/platform/jobs/process-batches.ts";
import { currentTime, isShifted } from "#lib/platform/time/clock.ts";
import type { WorldClock } from "#lib/platform/time/clock.ts";

interface CatchUp extends BatchOptions {
  clock?: () => Date;
}

/** Small batches with pauses, so that one world's rehearsal does not delay other worlds' deliveries. */
const defaultBatchSize = 25;

/** How long a run works for one world while others wait. */
const maxSliceMs = 2_000;
/** A run works this long, so that a cron of minutes does not slow a large jump down. */
const runMs = 50_000;
const betweenRoundsMs = 250;

/** Does due work in worlds with a shifted clock, each by its own clock, in turns until all have caught up. The job of the sandbox. */
export async function catchUpWorlds(
  now: Date,
  { signal, sliceMs = maxSliceMs, ...options }: BatchOptions & { sliceMs?: number } = {},
): Promise<void> {
  const ends = performance.now() + runMs;
  const isOver = () => signal?.aborted === true || performance.now() >= ends;
  while (!isOver()) {
    const behind = await findBehind(now);
    let areDone = true;
    await forEachWorld("catchUp", behind, async (id) => {
      if (isOver()) return;
      // All have a turn within a run.
      const turn = AbortSignal.timeout(Math.ceil(Math.min(sliceMs, runMs / behind.length)));
      const isDone = await catchUp(id, {
        ...options,
        clock: () => now,
        signal: signal === undefined ? turn : AbortSignal.any([signal, turn]),
      });
      areDone &&= isDone;
    });
    if (areDone) return;
    await pause(betweenRoundsMs, undefined, { signal }).catch(() => undefined);
  }
}

/** At once where a world is behind; it is not known before when the next one is. */
export const nextCatchUp = (now: Date): Fragment => pool`select ${now}::timestamptz from (${behind(now)} limit 1) behind`;

const behind = (now: Date): Fragment => pool`
    select w.id from worlds w where (w.clock_offset_ms > 0 or w.clock_stands_at is not null)
      and (
      w.clock_stands_at is not null
      or exists (select from contracts c where c.world_id = w.id and c.status = 'open' and c.test
        and c.due_at <= ${now} + w.clock_offset_ms * interval '1 millisecond')
      or exists (select from automatic_renewals a where a.world_id = w.id and ${pool.unsafe(noticeIsOpen)}
        and a.notification_scheduled_for <= ${now} + w.clock_offset_ms * interval '1 millisecond'))`;

async function findBehind(now: Date): Promise<number[]> {
  const rows = await pool<{ id: number }[]>`${behind(now)} order by w.id`;
  return rows.map(({ id }) => id);
}

/**
 * Does what is due in a world by its clock, in due order, with the usual verbs (rules/sandbox.md#clock-2); returns whether the world has
 * caught up. While it catches up, each thing happens at its own moment and the clock is paused at the last one, so that it can stop after
 * any batch and be continued. One worker per world at a time.
 */
export async function catchUp(worldId: number, { clock = currentTime, ...options }: CatchUp = {}): Promise<boolean> {
  let restMs = 0;
  await processBatches({
    job: `catchUp ${worldId}`,
    now: clock(),
    batchSize: defaultBatchSize,
    ...options,
    async run(limit, setAside, picked) {
      await pause(restMs);
      const begun = performance.now();
      const done = await transact((tx) => runBatch(tx, { worldId, realTime: clock(), limit, setAside, picked }));
      restMs = done.length < limit ? 0 : performance.now() - begun;
      return done;
    },
  });
  const [world] = await db
    .select({ pausedAt: worlds.clockPausedAt })
    .from(worlds)
    .where(sql`${worlds.id} = ${worldId}`);
  return world?.pausedAt === null;
}

interface BatchRun {
  worldId: number;
  realTime: Date;
  limit: number;
  setAside: readonly string[];
  picked: (ids: readonly string[]) => void;
}

async function runBatch(tx: Transaction, { worldId, realTime, limit, setAside, picked }: BatchRun): Promise<string[]> {
  const clock = await lockClock(tx, worldId);
  if (clock === undefined || !isShifted(clock)) return [];
  const until = new Date(realTime.getTime() + clock.offsetMs);
  const { pausedAt } = clock;
  const batch = await pickBatch(tx, { worldId, pausedAt, until, limit, setAside });
  picked(batch.items.map(({ id }) => id));
  if (batch.items.length === 0) {
    if (pausedAt !== null) await setPausedAt(tx, worldId, null);
    return [];
  }
  // A world that is up to date does due work now, like any other. Verbs skip postponed work.
  const moments = new Map(batch.items.map(({ id, dueAt }) => [id, pausedAt === null ? until : dueAt]));
  const momentOf = (id: string) => moments.get(id) ?? until;
  const arids = batch.items.filter(({ kind }) => kind === "notice").map(({ id }) => id);
  const notices = await notifyRenewals(tx, arids, ({ arid }) => momentOf(arid));
  const ended = await endContracts(tx, batch.contracts, ({ cid }) => momentOf(cid));
  const events = [...notices.events, ...ended.events].toSorted((one, other) => timeOf(one) - timeOf(other));
  await emit(tx, events, { now: until, realTime });
  const last = batch.items.at(-1);
  if (pausedAt !== null && last !== undefined) await setPausedAt(tx, worldId, last.dueAt);
  return [...notices.arids, ...ended.cids];
}

/** Locks the clock of a world; undefined if it is locked already, or if the world starts over, since it is about to be emptied. */
async function lockClock(tx: Transaction, worldId: number): Promise<WorldClock | undefined> {
  const [clock] = await tx
    .select({ offsetMs: worlds.clockOffsetMs, pausedAt: worlds.clockPausedAt })
    .from(worlds)
    .where(sql`${worlds.id} = ${worldId} and ${worlds.emptiedBefore} is null`)
    .for("no key update", { skipLocked: true });
  return clock;
}

async function setPausedAt(tx: Transaction, worldId: number, clockPausedAt: Date | null): Promise<void> {
  await tx
    .update(worlds)
    .set({ clockPausedAt })
    .where(sql`${worlds.id} = ${worldId}`);
}

interface Span {
  worldId: number;
  pausedAt: Date | null;
  until: Date;
  limit: number;
  setAside: readonly string[];
}

/** Finds the next batch of a world that one transaction can do, and locks its contracts. */
async function pickBatch(tx: Transaction, { limit, ...span }: Span): Promise<{ items: DueItem[]; contracts: ExistingContract[] }> {
  const [due, notices] = [await findDueContracts(tx, { limit, ...span }), await findDueNotices(tx, { limit, ...span })];
  const first = cutBatch(due, notices, [], limit);
  if (first.length === 0) return { items: [], contracts: [] };
  // Locks in the usual order and waits for other changes, so that nothing overtakes them.
  const cids = [...new Set(first.map(({ cid }) => cid))];
  await tx.execute(sql`select from ${contracts} where cid = any(${sql.param(cids)}::text[]) order by cid for no key update`);
  const found = await findLocked(
    tx,
    first.filter(({ kind }) => kind === "contract").map(({ cid }) => cid),
  );
  const dueAt = new Map(first.map((item) => [item.id, item.dueAt]));
  const again = found.flatMap((contract) => dueAgainAt(contract, dueAt.get(contract.cid) ?? span.until));
  const items = cutBatch(due, notices, [...again, ...(await findNextNotices(tx, found))], limit);
  const ids = new Set(items.map(({ id }) => id));
  return { items, contracts: found.filter(({ cid }) => ids.has(cid)) };
}

async function findDueContracts(tx: Transaction, { worldId, pausedAt, until, limit, setAside }: Span): Promise<DueItem[]> {
  const rows = await tx.execute<{ cid: string; dueAt: Date }>(sql`
    select cid, due_at from ${contracts}
    where world_id = ${worldId} and status = 'open' and test and due_at <= ${until} and cid <> all(${sql.param(setAside)}::text[])
    order by due_at, cid limit ${limit}`);
  return rows.map(({ cid, dueAt }) => ({ kind: "contract", id: cid, cid, dueAt: notBefore(pausedAt, dueAt) }));
}

async function findDueNotices(tx: Transaction, { worldId, pausedAt, until, limit, setAside }: Span): Promise<DueItem[]> {
  const rows = await tx.execute<{ arid: string; cid: string; dueAt: Date }>(sql`
    select a.arid, a.cid, a.notification_scheduled_for as "dueAt" from ${automaticRenewals} a join ${contracts} c on c.cid = a.cid
    where a.world_id = ${worldId} and ${sql.raw(noticeIsOpen)} and a.notification_scheduled_for <= ${until}
      and c.status = 'open' and c.end_date > greatest(a.notification_scheduled_for, ${pausedAt ?? until})
      and a.arid <> all(${sql.param(setAside)}::text[])
    order by a.notification_scheduled_for, a.arid limit ${limit}`);
  return rows.map(({ arid, cid, dueAt }) => ({ kind: "notice", id: arid, cid, dueAt: notBefore(pausedAt, dueAt) }));
}

async function findNextNotices(tx: Transaction, found: readonly ExistingContract[]): Promise<Date[]> {
  const live = await findLiveOf(
    tx,
    found.map(({ cid }) => cid),
  );
  return found.flatMap((contract) => {
    const renewal = live.get(contract.cid);
    return isApplied(contract, renewal) ? nextNoticeAt(contract, renewal) : [];
  });
}

/** Time never goes back: work due earlier happens at the time at which the world is paused. */
function notBefore(pausedAt: Date | null, dueAt: Date): Date {
  return pausedAt !== null && pausedAt > dueAt ? pausedAt : dueAt;
}

function timeOf({ happenedAt }: { happenedAt?: Date }): number {
  return happenedAt?.getTime() ?? 0;
}
