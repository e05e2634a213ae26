import { sql } from "#db/client.ts";
import { dayOf, dropDay, firstId, listDaysBefore } from "#db/partitions.ts";
import { env } from "#lib/platform/env.ts";

const msPerDay = 86_400_000;

/** Drops calls of days that ended more than `keptDays` before `now` (rules/call-log.md#record-4); returns how many days. */
export async function expireCalls(now: Date, keptDays = env.CALL_LOG_DAYS): Promise<number> {
  const before = new Date(now.getTime() - keptDays * msPerDay);
  const days = await listDaysBefore(sql, "calls", before);
  for (const day of days) await dropDay(sql, "calls", day);
  // Calls of days without a partition.
  await sql`delete from calls_other_days where execution_id < ${firstId("calls", dayOf(before))}`;
  return days.length;
}
