import { sql } from "#db/client.ts";
import { dayOf, dropDay, firstId, listDaysBefore } from "#db/partitions.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";

const msPerDay = 86_400_000;
/** A day with more unfinished deliveries is kept whole, since moving them would lock the tables for too long. */
const maxMoved = 5_000;
const deleteBatch = 5_000;

/** Deliveries go first: without its delivery, nobody asks for an event. */
const tables = ["deliveries", "delivery_attempts", "events"] as const;

/** Drops days that ended more than `keptDays` before `now`; returns how many. Unfinished deliveries stay (rules/events.md#read-5). */
export async function expireDeliveries(now: Date, keptDays = env.DELIVERY_DAYS): Promise<number> {
  const before = new Date(now.getTime() - keptDays * msPerDay);
  const listed = await Promise.all(tables.map((table) => listDaysBefore(sql, table, before)));
  const days = [...new Set(listed.flat())].toSorted((one, other) => one - other);
  let dropped = 0;
  for (const day of days) {
    const waiting = await countUnfinished(day);
    if (waiting > maxMoved) {
      log.warn({ day: new Date(day * msPerDay), waiting }, "a day of deliveries is kept: too many of them are not over");
      continue;
    }
    for (const table of tables) await dropDay(sql, table, day);
    dropped += 1;
  }
  await deleteFinished(dayOf(before));
  return dropped;
}

async function countUnfinished(day: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from delivery_queue
    where delivery_id collate "C" >= ${firstId("deliveries", day)} and delivery_id collate "C" < ${firstId("deliveries", day + 1)}`;
  return row?.count ?? 0;
}

async function deleteFinished(day: number): Promise<void> {
  // Checks the status in the row itself, so that a concurrent replay is seen.
  await inBatches(
    () => sql`
      delete from deliveries_other_days where ctid = any(array(
        select ctid from deliveries_other_days where id < ${firstId("deliveries", day)} and status not in ('pending', 'retrying') limit ${deleteBatch}
      )) and status not in ('pending', 'retrying')`,
  );
  await inBatches(
    () => sql`
      delete from delivery_attempts_other_days where ctid = any(array(
        select a.ctid from delivery_attempts_other_days a where a.delivery_id < ${firstId("delivery_attempts", day)}
          and not exists (select 1 from deliveries d where d.id = a.delivery_id) limit ${deleteBatch}
      ))`,
  );
  await inBatches(
    () => sql`
      delete from events_other_days where ctid = any(array(
        select e.ctid from events_other_days e where e.id < ${firstId("events", day)}
          and not exists (select 1 from deliveries_other_days d where d.event_id = e.id)
          and e.id not in (select q.event_id from delivery_queue q) limit ${deleteBatch}
      ))`,
  );
}

async function inBatches(deleteBatchOf: () => Promise<{ count: number }>): Promise<void> {
  while ((await deleteBatchOf()).count === deleteBatch);
}
