import { sql } from "#db/client.ts";
import { findLastCall } from "#lib/account/keys/request-counts.ts";
import { startOfLastDay } from "#lib/platform/traffic/traffic.ts";

const hourMs = 3_600_000;

export interface KeyUse {
  /** The calls of the last 24 hours, as in the charts. */
  calls: number;
  errors: number;
  address: string | null;
  /** Calls since the key was replaced, with it and with all keys of the environment; null for a key that was not. */
  sinceReplaced: { calls: number; all: number } | null;
}

export async function readUse(
  worldId: number,
  key: { id: string; lastUsedAt: Date | null; replacedAt: Date | null },
  now: Date,
): Promise<KeyUse> {
  const [[counted], last, sinceReplaced] = await Promise.all([
    sql<{ calls: number; errors: number }[]>`
      select coalesce(sum(calls), 0)::int as calls, coalesce(sum(errors), 0)::int as errors from call_hours
      where world_id = ${worldId} and key_id = ${key.id} and hour >= ${startOfLastDay(now)}`,
    findLastCall(key.id, worldId),
    key.replacedAt === null ? null : countSince(worldId, key.id, key.replacedAt),
  ]);
  return { calls: counted?.calls ?? 0, errors: counted?.errors ?? 0, address: last?.ip ?? null, sinceReplaced };
}

/** Exact: reads the first hour from the log, and later hours from their counts. */
async function countSince(worldId: number, keyId: string, moment: Date): Promise<{ calls: number; all: number }> {
  const nextHour = new Date((Math.floor(moment.getTime() / hourMs) + 1) * hourMs);
  const [counted] = await sql<{ calls: number; all: number }[]>`
    select coalesce(sum(calls) filter (where key_id = ${keyId}), 0)::int as calls, coalesce(sum(calls), 0)::int as "all" from (
      select key_id, count(*) as calls from calls
      where world_id = ${worldId} and (source is null or source = 'command_line') and at >= ${moment} and at < ${nextHour} group by key_id
      union all
      select key_id, calls from call_hours where world_id = ${worldId} and hour >= ${nextHour}) counted`;
  return counted ?? { calls: 0, all: 0 };
}
