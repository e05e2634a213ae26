import { sql } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/rows.ts";
import { countedSources } from "#lib/account/worlds/call-sources.ts";
import type { PortalContext } from "#lib/account/worlds/context.ts";
import { errorsBehind } from "#lib/developer/calls/errors-behind.ts";
import { callList } from "#lib/developer/calls/list.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { chooseTimeZone } from "#lib/platform/i18n/locales.ts";
import { fitsOf, streamOf } from "#lib/platform/lists/list.ts";
import { maxSummed } from "#lib/platform/lists/row-limits.ts";
import type { OverviewQuery } from "#lib/platform/traffic/ranges.ts";
import { periodOf } from "#lib/platform/traffic/traffic.ts";
import type { TimeWindow } from "#lib/platform/traffic/traffic.ts";

const dayMs = 86_400_000;

const days = 7;

const maxGroups = 50;

export interface ErrorGroup {
  /** Null for unknown paths. */
  endpoint: string | null;
  status: number;
  errorCode: number | null;
  calls: number;
  firstAt: Date;
  lastAt: Date;
  /** The latest of its calls. */
  executionId: string;
  /** The errors of that call; several if its code and message fit more than one. */
  errors: ErrorName[];
}

interface ErrorGroups {
  since: Date;
  /** Those of the latest error first. */
  groups: ErrorGroup[];
}

const maxShown = 100;

export interface ErrorCount {
  endpoint: string | null;
  errorCode: number;
  calls: number;
  /** Calls in the same time one period earlier (rules/figures.md#traffic-4). */
  before: number;
  trend: number[];
}

export interface ErrorCounts {
  from: Date;
  errors: ErrorCount[];
}

interface CountedError {
  endpoint: string;
  errorCode: number;
  place: number;
  calls: number;
}

/** Lists errors by endpoint and code, from the hourly counts (lib/developer/calls/count-hours.ts). */
export async function listErrors(
  { world, realTime }: Pick<PortalContext, "world" | "realTime">,
  { range, timeZone }: OverviewQuery,
): Promise<ErrorCounts> {
  const { points, timeWindows } = periodOf(range, chooseTimeZone(timeZone), realTime);
  const edges = (edge: "from" | "until") => timeWindows.map((timeWindow) => timeWindow[edge].toISOString());
  const rows = await readOnReplica(
    (pool) => pool<CountedError[]>`
    select counted.endpoint, counted.error_code, time_window.place::int, counted.calls::int
    from unnest(${edges("from")}::text[]::timestamptz[], ${edges("until")}::text[]::timestamptz[]) with ordinality as time_window (from_hour, until_hour, place)
    cross join lateral (
      select endpoint, error_code, sum(calls) as calls from error_hours
      where world_id = ${world.id} and hour >= time_window.from_hour and hour < time_window.until_hour group by endpoint, error_code
    ) counted`,
  );
  const groups = Map.groupBy(rows, ({ endpoint, errorCode }) => `${errorCode} ${endpoint}`);
  const errors = [...groups.values()].map((group) => sumUp(group, timeWindows, points.length)).filter(({ calls }) => calls > 0);
  return { from: points[0] ?? realTime, errors: errors.toSorted((a, b) => b.calls - a.calls).slice(0, maxShown) };
}

function sumUp(counted: readonly CountedError[], timeWindows: readonly TimeWindow[], points: number): ErrorCount {
  const { endpoint = "", errorCode = 0 } = counted[0] ?? {};
  const trend = Array.from({ length: points }, () => 0);
  let before = 0;
  // Postgres counts from 1.
  for (const { place, calls } of counted) {
    const { point = null, share = 1 } = timeWindows[place - 1] ?? {};
    if (point === null) before += calls * share;
    else trend[point] = (trend[point] ?? 0) + calls;
  }
  const total = trend.reduce((sum, calls) => sum + calls, 0);
  return { endpoint: endpoint === "" ? null : endpoint, errorCode, calls: total, before: Math.round(before), trend };
}

/** Groups the refused and failed calls of the partner's own system in the last seven days, the newest 10,000 at most. */
export async function groupErrors({ world, realTime }: Pick<PortalContext, "world" | "realTime">): Promise<ErrorGroups> {
  const since = new Date(realTime.getTime() - days * dayMs);
  const filter = { status: ["4xx", "5xx"], source: [...countedSources], from: since };
  const { stream, checked } = streamOf(callList, sql`r.world_id = ${world.id}`, filter, maxSummed);
  const statement = sql`
    select r.endpoint, r.status, r.error_code, count(*)::int as calls, min(r.at) as "firstAt", max(r.at) as "lastAt",
      max(r.execution_id) as "executionId"
    from (${stream}) r where ${fitsOf(checked)} group by r.endpoint, r.status, r.error_code order by "lastAt" desc limit ${sql.raw(String(maxGroups))}`;
  return readOnReplica(async (pool) => {
    const groups = await runUnprepared<Omit<ErrorGroup, "errors">>(pool, statement);
    const latest = groups.map(({ executionId }) => executionId);
    const answers = await pool<{ executionId: string; responseBody: string | null }[]>`
      select execution_id, response_body from calls
      where world_id = ${world.id} and at >= ${since} and execution_id = any(${latest})`;
    const bodies = new Map(answers.map(({ executionId, responseBody }) => [executionId, responseBody]));
    return {
      since,
      groups: groups.map((group) => ({
        ...group,
        errors: errorsBehind({ ...group, responseBody: bodies.get(group.executionId) ?? null }),
      })),
    };
  });
}
