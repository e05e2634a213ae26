import { sql } from "#db/client.ts";
import { findLastCall } from "#lib/account/keys/request-counts.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import { chooseTimeZone } from "#lib/platform/i18n/locales.ts";
import type { OverviewQuery } from "#lib/platform/traffic/ranges.ts";
import { periodOf, startOfLastDay } from "#lib/platform/traffic/traffic.ts";

const hourMs = 3_600_000;

export interface KeyUse {
  /** The calls of the last 24 hours, as in the charts. */
  calls: number;
  errors: number;
  address: string | null;
  /** Calls since the key was replaced, with it and with all keys of the environment; null for a key that was not. */
  sinceReplaced: { calls: number; all: number } | null;
}

export interface KeyUsageOverTime {
  /** Empty for calls that were counted without their key. */
  keyId: string;
  calls: number;
  errors: number;
  /** The calls of each point. */
  trend: number[];
}

export interface UsageOverTime {
  /** The start of each point; the last one is not over yet. */
  points: Date[];
  /** Only keys with calls. */
  keys: KeyUsageOverTime[];
}

interface CountedUse {
  keyId: string;
  place: number;
  calls: number;
  errors: number;
}

/** Reads the calls per key over a period from the hourly counts, which are of the partner's own system (lib/developer/calls/count-hours.ts). */
export async function readUsageOverTime(
  { world, realTime }: Pick<PortalContext, "world" | "realTime">,
  { range, timeZone }: OverviewQuery,
): Promise<UsageOverTime> {
  const { points, timeWindows } = periodOf(range, chooseTimeZone(timeZone), realTime);
  const windows = timeWindows.flatMap(({ point, ...edges }) => (point === null ? [] : [{ point, ...edges }]));
  const edges = (edge: "from" | "until") => windows.map((timeWindow) => timeWindow[edge].toISOString());
  const rows = await sql<CountedUse[]>`
    select counted.key_id, time_window.place::int, counted.calls::int, counted.errors::int
    from unnest(${edges("from")}::text[]::timestamptz[], ${edges("until")}::text[]::timestamptz[]) with ordinality as time_window (from_hour, until_hour, place)
    cross join lateral (
      select key_id, sum(calls) as calls, sum(errors) as errors from call_hours
      where world_id = ${world.id} and hour >= time_window.from_hour and hour < time_window.until_hour group by key_id
    ) counted`;
  const keys = [...Map.groupBy(rows, ({ keyId }) => keyId)].map(([keyId, counted]) => {
    const trend = points.map(() => 0);
    for (const { place, calls } of counted) {
      // Postgres counts from 1.
      const point = windows[place - 1]?.point ?? 0;
      trend[point] = (trend[point] ?? 0) + calls;
    }
    return { keyId, calls: sumOf(counted, "calls"), errors: sumOf(counted, "errors"), trend };
  });
  return { points, keys };
}

function sumOf(counted: readonly CountedUse[], figure: "calls" | "errors"): number {
  return counted.reduce((sum, each) => sum + each[figure], 0);
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
