import { sql } from "#db/client.ts";
import { dayOf, dropPartition, firstId, listEnded, spellDay } from "#db/partitions.ts";
import type { Partition } from "#db/partitions.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";

const msPerDay = 86_400_000;
/** A partition with more unfinished deliveries is kept, since moving them would lock the tables for too long. */
const maxMoved = 5_000;
const deleteBatch = 5_000;

/** Deliveries go first: without its delivery, nobody asks for an event. */
const tables = ["deliveries", "delivery_attempts", "events"] as const;

/**
 * Deletes deliveries, attempts and events of days that ended more than `keptDays` before `now`: whole partitions, and the rows of such days
 * in the others. Returns how many partitions. Unfinished deliveries stay (rules/events.md#read-5).
 */
export async function expireDeliveries(now: Date, keptDays = env.DELIVERY_DAYS): Promise<number> {
  const before = new Date(now.getTime() - keptDays * msPerDay);
  const listed = await Promise.all(tables.map((table) => listEnded(sql, table, before)));
  let dropped = 0;
  for (const partition of listed.flat()) {
    const waiting = await countUnfinished(partition);
    if (waiting > maxMoved) {
      log.warn(
        { partition: partition.name, from: spellDay(partition.from), waiting },
        "a partition is kept: too many deliveries are not over",
      );
      continue;
    }
    await dropPartition(sql, partition);
    dropped += 1;
  }
  await deleteFinished(dayOf(before));
  return dropped;
}

async function countUnfinished({ from, to }: Partition): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from delivery_queue
    where delivery_id collate "C" >= ${firstId("deliveries", from)} and delivery_id collate "C" < ${firstId("deliveries", to)}`;
  return row?.count ?? 0;
}

async function deleteFinished(day: number): Promise<void> {
  const end = firstId("deliveries", day);
  // Checks the status in the row itself, so that a concurrent replay is seen.
  await inBatches(
    () => sql`
      with over as (
        delete from deliveries where id < ${end} and status not in ('pending', 'retrying') and id = any(array(
          select id from deliveries where id < ${end} and status not in ('pending', 'retrying') order by id limit ${deleteBatch})) returning id
      ), tried as (
        delete from delivery_attempts where delivery_id < ${end} and delivery_id = any(array(select id from over))
      )
      select from over`,
  );
  // A delivery's identifier begins with the time in that of its event.
  await inBatches(
    () => sql`
      delete from events where id < ${firstId("events", day)} and id = any(array(
        select e.id from events e where e.id < ${firstId("events", day)} and not exists (
          select from deliveries d where d.id < ${end} and d.id > 'dlv_' || substr(e.id, 5, 10) and d.id < 'dlv_' || substr(e.id, 5, 10) || '~' and d.event_id = e.id
        ) order by e.id limit ${deleteBatch}))`,
  );
}

async function inBatches(deleteBatchOf: () => Promise<{ count: number }>): Promise<void> {
  while ((await deleteBatchOf()).count === deleteBatch);
}
