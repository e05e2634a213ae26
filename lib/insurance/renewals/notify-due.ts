import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { automaticRenewals, noticeIsOpen } from "#db/schema/renewals.ts";
import { listShiftedWorlds, movedWorlds } from "#lib/account/worlds/clocks.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import type { NewEvent } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { findByIds } from "#lib/insurance/renewals/find.ts";
import type { Renewal } from "#lib/insurance/renewals/renewal.ts";
import { isNoticeDue } from "#lib/insurance/renewals/rules/schedule.ts";
import { renewalEvents, writeRenewals } from "#lib/insurance/renewals/save.ts";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";
import type { BatchOptions } from "#lib/platform/jobs/process-batches.ts";
import { realMoment } from "#lib/platform/time/clock.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

/**
 * Sends due notices of renewals, each once, earliest first (rules/renewals.md#notice-2, #notice-3); returns how many. `only` is a world
 * whose time the caller keeps.
 */
export async function notifyDueRenewals(now: Date, { only, ...options }: BatchOptions & { only?: number } = {}): Promise<number> {
  const worlds = only === undefined ? sql`a.world_id <> all(${sql.param(await listShiftedWorlds())}::int[])` : sql`a.world_id = ${only}`;
  return processBatches({
    job: "notifyDueRenewals",
    now,
    ...options,
    run: (limit, setAside, picked) =>
      transact(async (tx) => {
        const locked = await lockDue(tx, now, limit, { setAside, worlds });
        picked(locked);
        if (locked.length === 0) return [];
        const { arids, events } = await notifyRenewals(tx, locked, () => now);
        await emit(tx, events, realMoment(now));
        return arids;
      }),
  });
}

/** When the next one is due. */
export const nextNotice: Fragment = pool`
  select a.notification_scheduled_for from automatic_renewals a join contracts c on c.cid = a.cid and c.status = 'open'
  where ${pool.unsafe(noticeIsOpen)} and c.end_date > greatest(a.notification_scheduled_for, now()) and a.world_id <> all(${movedWorlds})
  order by a.notification_scheduled_for limit 1`;

/** Marks renewals as notified, each at its own moment; their contracts are locked. The caller emits the events. */
export async function notifyRenewals(
  tx: Transaction,
  locked: readonly string[],
  momentOfNotice: (renewal: Renewal) => Date,
): Promise<{ arids: string[]; events: NewEvent[] }> {
  const found = await findByIds(tx, locked);
  const due = found.filter(({ renewal, contract }) => isNoticeDue(contract, renewal, momentOfNotice(renewal)));
  const notified = due.map(({ renewal, contract }) => {
    const now = momentOfNotice(renewal);
    return { contract, renewal: { ...renewal, notifiedAt: now, updatedAt: changedAt(renewal.updatedAt, now) } };
  });
  await writeRenewals(
    tx,
    notified.map(({ renewal }) => renewal),
  );
  const events = notified.flatMap(({ renewal, contract: { worldId, uid } }) =>
    renewalEvents({ world: { id: worldId }, executionId: null }, renewal, uid, ["v2.contract.renewal.notification"]).map((event) => ({
      ...event,
      happenedAt: renewal.updatedAt,
    })),
  );
  return { arids: notified.map(({ renewal }) => renewal.arid), events };
}

/** The lock does not change the contract's row, so the renewals must be checked again under it. */
async function lockDue(
  tx: Transaction,
  now: Date,
  limit: number,
  { setAside, worlds }: { setAside: readonly string[]; worlds: SQL },
): Promise<string[]> {
  const at = now.toISOString();
  const due = await tx.execute<{ arid: string }>(sql`
    select a.arid from ${automaticRenewals} a join ${contracts} c on c.cid = a.cid
    where a.notification_scheduled_for <= ${at} and ${sql.raw(noticeIsOpen)}
      and c.status = 'open' and c.end_date > ${at} and a.arid <> all(${sql.param(setAside)}::text[])
      and ${worlds}
    order by a.notification_scheduled_for limit ${limit} for no key update of c skip locked`);
  return due.map(({ arid }) => arid);
}
