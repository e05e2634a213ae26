import { decodeTime } from "ulid";
import { sql } from "#db/client.ts";
import { firstCallAt } from "#lib/calls/first-id.ts";
import { isOfWorld } from "#lib/calls/of-world.ts";
import { unknownEndpoint } from "#lib/calls/schema.ts";
import type { CallFilter } from "#lib/calls/schema.ts";
import type { World } from "#lib/context.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";
import { env } from "#lib/env.ts";
import { timeWindows } from "#lib/time-windows.ts";

/** Sort before and after every execution id. */
const [beforeAll, afterAll] = ["", "exec_~"];
const msPerDay = 86_400_000;
/** As many calls of a stretch are read at once, of all kinds together; where there are more, each kind is read by itself. */
const readAtOnce = 5000;

/** Where in its list a page begins: below one call, or above one. */
export interface CallPlace {
  before?: string | undefined;
  after?: string | undefined;
}

/** A piece of the log, by execution ids: from `low` on, up to but without `high`. */
interface Stretch {
  low: string;
  high: string;
}

/** What is looked for, and where. */
interface CallSearch {
  worldId: number;
  filter: CallFilter;
  whole: Stretch;
  /** The whole again, in the order in which to look. */
  stretches: Stretch[];
  /** Whether to look from the oldest on. */
  isRising: boolean;
}

/** What a filter looks for in a world, from a place in its list on. */
export function searchFor({ id: worldId }: Pick<World, "id">, filter: CallFilter, { before, after }: CallPlace, now: Date): CallSearch {
  const { from, to } = filter;
  const isRising = before === undefined && after !== undefined;
  // No identifier lies between one and the same with a space.
  const lows = [beforeAll, ...(from === undefined ? [] : [firstCallAt(from)]), ...(isRising ? [`${after} `] : [])];
  const highs = [afterAll, ...(to === undefined ? [] : [firstCallAt(to)]), ...(before === undefined ? [] : [before])];
  const whole = { low: lows.reduce((a, b) => (a > b ? a : b)), high: highs.reduce((a, b) => (a < b ? a : b)) };
  const oldest = Math.max(now.getTime() - (env.CALL_LOG_DAYS + 1) * msPerDay, timeOf(whole.low));
  const newest = Math.min(now.getTime(), timeOf(whole.high));
  const way = isRising ? { from: oldest, to: Math.max(oldest, newest) } : { from: newest, to: Math.min(oldest, newest) };
  return { worldId, filter, whole, stretches: cut(whole, way, isRising), isRising };
}

/**
 * The execution ids of a page, in the order in which they are looked for, as `execution_id`. Each search has an index that serves it:
 * the world's, or the kinds' for those that the filter matches, or the subjects' for what is searched for by one.
 */
export function idsOf(search: CallSearch, limit: number): Fragment {
  const { filter, whole, worldId, isRising } = search;
  const order = isRising ? sql`asc` : sql`desc`;
  const most = sql`limit ${written(limit)}`;
  const { search: sought, method, status, errorCode, endpoint } = filter;
  if (sought?.startsWith("exec_") === true) {
    return sql`
      select c.execution_id from calls c where c.execution_id = ${sought} and c.world_id = ${worldId} and ${isWithin(whole)}
      and c.kind_id in (${kindsOf(search)})`;
  }
  const isOfAnyKind = [method, status, errorCode, endpoint].every((values) => values === undefined || values.length === 0);
  if (sought === undefined && isOfAnyKind) return walk(search, firstOfWorld(worldId, { order, most }), { order, limit });
  return walk(search, firstOfKinds(sought === undefined ? ofAnySubject : ofSubject(worldId), { order, most }), { order, limit });
}

interface Ordered {
  order: Fragment;
  most: Fragment;
}

/** Goes through the stretches one by one: `found` counts what they gave, and it ends with enough. `first` answers the first ids of a `stretch`. */
function walk(search: CallSearch, first: Fragment, { order, limit }: { order: Fragment; limit: number }): Fragment {
  const { stretches } = search;
  return sql`
    with recursive kind as materialized (${kindsOf(search)}),
    kinds as materialized (select array(select id from kind order by id) as ids),
    subject as materialized (${subjectsOf(search)}),
    stretch as materialized (
      select * from unnest(${stretches.map(({ low }) => low)}::text[], ${stretches.map(({ high }) => high)}::text[])
        with ordinality as stretch (low, high, place)
    ),
    walk (place, found, ids) as (
      select 0::bigint, 0, '{}'::text[] collate "C"
      union all
      select stretch.place, walk.found + cardinality(seen.ids), seen.ids
      -- Without the offset the array would be made for each time that it is named.
      from walk join stretch on stretch.place = walk.place + 1 cross join lateral (select array(${first}) as ids offset 0) seen
      where walk.found < ${written(limit)}
    )
    select execution_id from walk, unnest(walk.ids) execution_id order by execution_id ${order} limit ${written(limit)}`;
}

function firstOfWorld(worldId: number, { order, most }: Ordered): Fragment {
  return sql`
    select c.execution_id from calls c where ${isOfWorld(worldId, sql`stretch.low`, sql`stretch.high`)}
    order by c.world_id ${order}, c.execution_id ${order} ${most}`;
}

/** Where in a stretch to look: once for any subject, or for each that is sought. */
interface Scope {
  from: Fragment;
  condition: Fragment;
}

const isNext = sql`c.execution_id >= scope.low and c.execution_id < scope.high`;
const ofAnySubject: Scope = { from: sql`(select stretch.low, stretch.high offset 0) scope`, condition: isNext };
const ofSubject = (worldId: number): Scope => ({
  from: sql`(select stretch.low, stretch.high, subject.id from subject offset 0) scope`,
  condition: sql`c.world_id = ${worldId} and c.subject_id = scope.id and ${isNext}`,
});

/**
 * A stretch with few calls of the kinds is read whole and sorted; of one with many, each kind gives its first, and these are merged.
 * So what is read is bounded by what is shown, not by what is stored, however many kinds there are.
 */
function firstOfKinds({ from, condition }: Scope, { order, most }: Ordered): Fragment {
  // All kinds at once: the index leaps from one that is there to the next. What is looked for is joined and not passed in, as the
  // planner takes all between two ids that are passed in for few enough to be read.
  return sql`
    with few as materialized (
      select c.execution_id from ${from} cross join calls c
      where ${condition} and c.kind_id = any((select ids from kinds)::int[]) limit ${written(readAtOnce + 1)}
    )
    select execution_id from (
      (select execution_id from few where (select count(*) from few) <= ${written(readAtOnce)} order by execution_id ${order} ${most})
      union all
      (select each.execution_id from ${from} cross join kind cross join lateral (
          select c.execution_id from calls c where ${condition} and c.kind_id = kind.id order by c.execution_id ${order} ${most}
        ) each where (select count(*) from few) > ${written(readAtOnce)} order by execution_id ${order} ${most})
    ) seen order by execution_id ${order} ${most}`;
}

/** The kinds of the world's calls that a filter matches: some hundred at most, read whole. */
function kindsOf({ worldId, filter: { method, status, errorCode, endpoint } }: Pick<CallSearch, "worldId" | "filter">): Fragment {
  const [methods, statuses, errorCodes, endpoints] = [orNull(method), orNull(status), orNull(errorCode), orNull(endpoint)];
  return sql`
    select id from call_kinds where world_id = ${worldId}
    and (${methods}::text[] is null or method = any(${methods}::text[]))
    and (${statuses}::text[] is null or status::text = any(${statuses}::text[]) or status / 100 || 'xx' = any(${statuses}::text[]))
    and (${errorCodes}::int[] is null or error_code = any(${errorCodes}::int[]))
    and (${endpoints}::text[] is null or coalesce(endpoint, ${unknownEndpoint}) = any(${endpoints}::text[]))`;
}

/** What is sought, as calls may be filed under it: a product has an identifier of ours and one of the partner's, a claim `id` and `claimId`. */
function subjectsOf({ worldId, filter: { search: sought = "" } }: CallSearch): Fragment {
  return sql`
    select ${sought}::text as id
    union select uid from products where id = ${sought} and world_id = ${worldId}
    union select id from products where uid = ${sought} and world_id = ${worldId}
    union select unnest(array[id, claim_id]) from claims where (id = ${sought} or claim_id = upper(${sought})) and claim_id is not null
      and world_id = ${worldId}`;
}

function isWithin({ low, high }: Stretch): Fragment {
  return sql`c.execution_id >= ${low} and c.execution_id < ${high}`;
}

function cut(whole: Stretch, way: { from: number; to: number }, isRising: boolean): Stretch[] {
  const cuts = timeWindows(way).map((moment) => firstCallAt(new Date(moment)));
  const ends = isRising ? [whole.low, ...cuts, whole.high] : [whole.high, ...cuts, whole.low];
  return ends.slice(1).map((end, place) => {
    const start = ends[place] ?? end;
    return isRising ? { low: start, high: end } : { low: end, high: start };
  });
}

/** A number written into the statement: a plan that is kept for any limit would be one for reading everything. */
function written(count: number): Fragment {
  return sql`${sql.unsafe(String(Math.trunc(count)))}`;
}

/** The time in an identifier; what is before or after all has none that says anything. */
function timeOf(id: string): number {
  if (id === beforeAll) return 0;
  return id === afterAll ? Number.MAX_SAFE_INTEGER : decodeTime(id.slice("exec_".length).trim());
}

function orNull<Value>(values: readonly Value[] | undefined): Value[] | null {
  return values === undefined || values.length === 0 ? null : [...values];
}
