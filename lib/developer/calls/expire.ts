import { sql } from "#db/client.ts";
import { dayOf, dropPartition, firstId, listEnded } from "#db/partitions.ts";
import { env } from "#lib/platform/env.ts";

const msPerDay = 86_400_000;
const deleteBatch = 5_000;

/**
 * Deletes calls of days that ended more than `keptDays` before `now` (rules/call-log.md#record-4): whole partitions, and the rows of such
 * days in the others. Returns how many partitions.
 */
export async function expireCalls(now: Date, keptDays = env.CALL_LOG_DAYS): Promise<number> {
  const before = new Date(now.getTime() - keptDays * msPerDay);
  const ended = await listEnded(sql, "calls", before);
  for (const partition of ended) await dropPartition(sql, partition);
  const end = firstId("calls", dayOf(before));
  // Lateral, so that each world is looked up in the primary key and no partition is read whole.
  const worlds = await sql<{ id: number }[]>`
    select w.id from worlds w cross join lateral (
      select from calls c where c.world_id = w.id and c.execution_id < ${end} order by c.execution_id limit 1) expired`;
  for (const { id } of worlds) while ((await deleteOf(id, end)) === deleteBatch);
  await sql`delete from search_entries where kind = 'calls' and id < ${end}`;
  return ended.length;
}

async function deleteOf(worldId: number, end: string): Promise<number> {
  const { count } = await sql`
    delete from calls where world_id = ${worldId} and execution_id < ${end} and execution_id = any(array(
      select execution_id from calls where world_id = ${worldId} and execution_id < ${end} order by execution_id limit ${deleteBatch}))`;
  return count;
}
