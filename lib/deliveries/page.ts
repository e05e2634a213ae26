import { decodeTime } from "ulid";
import { sql } from "#db/client.ts";
import type { World } from "#lib/context.ts";
import { maxDeliveries, maxEvents } from "#lib/deliveries/bounds.ts";
import { afterAll, beforeAll, firstIdAt, isSentAs, matching, responseIs, searchFor, subjectFor } from "#lib/deliveries/filter.ts";
import type { Fragment, Search } from "#lib/deliveries/filter.ts";
import type { DeliveryFilter } from "#lib/deliveries/schema.ts";
import { env } from "#lib/env.ts";
import { timeWindows } from "#lib/time-windows.ts";

const msPerDay = 86_400_000;
const [timeStart, timeEnd] = ["dlv_".length, "dlv_".length + 10];
const drawnLength = 16;

/** What a page is asked for. */
export interface PageQuery {
  world: Pick<World, "id">;
  filter: DeliveryFilter;
  before: string | undefined;
  after: string | undefined;
  limit: number;
  now: Date;
}

/** How a page is read: which way, and from which identifier on, up to but without which. */
interface Way {
  isRising: boolean;
  low: string;
  high: string;
  order: Fragment;
}

/**
 * A statement for the identifiers of a page, in the order in which they are looked for, as `id`. Every row says in `reached` where
 * the look-out ended before the page was full; where nothing was found, one row without an `id` says so.
 */
export function pageOf(query: PageQuery): Fragment {
  const { world, filter, now, limit } = query;
  const search = searchFor(world, filter, now);
  const isRising = query.before === undefined && query.after !== undefined;
  const after = [search.after, ...(isRising ? [query.after ?? beforeAll] : [])].reduce((a, b) => (a > b ? a : b));
  const before = [search.before, query.before ?? afterAll].reduce((a, b) => (a < b ? a : b));
  // No identifier lies between one and the same with a space.
  const way = { isRising, low: after === beforeAll ? after : `${after} `, high: before, order: isRising ? sql`using ~<~` : sql`using ~>~` };
  const { search: sought, status } = filter;
  if (sought?.startsWith("dlv_") === true || (sought === undefined && status === "delivering")) {
    return sql`select d.id, null as reached ${matching({ ...search, after, before })} order by d.id ${way.order} limit ${written(limit)}`;
  }
  if (sought?.startsWith("evt_") === true) return ofEvents(search, way, query, sql`e.id = ${sought}`);
  if (sought !== undefined) return ofEvents(search, way, query, sql`e.subject_id = ${subjectFor(world, sought)}`);
  return walk(search, way, query);
}

/**
 * Goes through the time stretch by stretch, and ends with enough. What the response was is in no index's order: where that is asked
 * for, as many deliveries are looked at as may be for one page.
 */
function walk({ owner, eventType, statuses }: Search, way: Way, { filter: { status, response }, limit, now }: PageQuery): Fragment {
  const { order, isRising } = way;
  const stretches = cut(way, now);
  const ofType = eventType === undefined ? sql`` : sql`and d.event_type = (select event_type from asked)`;
  const fits = response === undefined ? sql`true` : responseIs(response);
  const most = response === undefined ? written(limit) : sql`walk.rest`;
  // What is asked for is kept from the planner: it would plan each question anew, and always come to the same.
  return sql`
    with recursive asked as materialized (
      select ${owner.value} as owner, ${eventType ?? null}::text as event_type, ${[...statuses]}::text[] as statuses,
        ${stretches.map(({ low }) => low)}::text[] as lows, ${stretches.map(({ high }) => high)}::text[] as highs
    ),
    stretch as materialized (
      select stretch.* from asked, unnest(asked.lows, asked.highs) with ordinality as stretch (low, high, place)
    ),
    walk (place, found, rest, ids, reached) as (
      select 0::bigint, 0, ${written(maxDeliveries)}, '{}'::text[] collate "C", null::text collate "C"
      union all
      select stretch.place, walk.found + cardinality(seen.ids), walk.rest - seen.looked_at, seen.ids, seen.reached
      from walk join stretch on stretch.place = walk.place + 1 cross join lateral (
        with looked as materialized (
          select each.id, each.fits from unnest((select statuses from asked)) as wanted (status) cross join lateral (
            select d.id, ${fits} as fits from deliveries d
            where d.${sql(owner.column)} = (select owner from asked) ${ofType} and d.status = wanted.status
            and d.id >= stretch.low and d.id < stretch.high and d.id ~>=~ stretch.low and d.id ~<~ stretch.high and ${isSentAs(status, now)}
            order by d.id ${order} limit ${most}
          ) each order by each.id ${order} limit ${most}
        )
        select array(select id from looked where fits order by id ${order} limit ${written(limit)}) as ids,
          ${response === undefined ? sql`0` : sql`(select count(*)::int from looked)`} as looked_at,
          (select id from looked order by id ${isRising ? sql`using ~>~` : sql`using ~<~`} limit 1) as reached
        offset 0
      ) seen where walk.found < ${written(limit)} and walk.rest > 0
    )
    select page.id, (select reached from walk where rest <= 0) as reached
    from (select) one left join lateral (select id from walk, unnest(walk.ids) id order by id ${order} limit ${written(limit)}) page on true`;
}

/** What became of an event, or of those of a contract or claim as far as they may be looked at for one page. */
function ofEvents(
  { owner, eventType, statuses, conditions }: Search,
  { order, isRising, low, high }: Way,
  { world, limit }: PageQuery,
  isSought: Fragment,
): Fragment {
  const ofType = eventType === undefined ? sql`` : sql`and e.event_type = ${eventType}`;
  // A delivery's identifier begins with the time in that of its event; those of one moment are looked at together, or not at all.
  const isBetween = sql`e.id >= ${`evt_${timeIn(low)}`} and e.id < ${`evt_${timeIn(high)}~`}`;
  const last = isRising ? sql`max(time)` : sql`min(time)`;
  return sql`
    with happened as materialized (
      select e.id, substr(e.id, 5, 10) as time from events e
      where e.world_id = ${world.id} and ${isSought} and ${isBetween} ${ofType}
      order by e.id ${isRising ? sql`asc` : sql`desc`} limit ${written(maxEvents + 1)}
    ),
    edge as materialized (select case when count(*) > ${written(maxEvents)} then ${last} end as time from happened)
    select page.id, 'dlv_' || edge.time || ${isRising ? "" : "~"} as reached
    from edge left join lateral (
      select d.id from happened e cross join lateral (
        select * from deliveries where id > 'dlv_' || e.time and id < 'dlv_' || e.time || '~' and event_id = e.id offset 0
      ) d
      where (edge.time is null or e.time ${isRising ? sql`<` : sql`>`} edge.time) and d.${sql(owner.column)} = ${owner.value}
      and d.status = any(${[...statuses]}::text[]) and d.id >= ${low} and d.id < ${high} and ${conditions}
      order by d.id ${order} limit ${written(limit)}
    ) page on true`;
}

/** The time between the ends of a page, in the order in which to look through it. */
function cut({ isRising, low, high }: Way, now: Date): { low: string; high: string }[] {
  const oldest = Math.max(now.getTime() - (env.DELIVERY_DAYS + 1) * msPerDay, momentIn(low) ?? 0);
  const newest = Math.min(now.getTime(), momentIn(high) ?? Number.MAX_SAFE_INTEGER);
  const way = isRising ? { from: oldest, to: Math.max(oldest, newest) } : { from: newest, to: Math.min(oldest, newest) };
  // The days of the table begin with such identifiers.
  const cuts = timeWindows(way).map((moment) => firstIdAt(new Date(moment)) + "0".repeat(drawnLength));
  const ends = isRising ? [low, ...cuts, high] : [high, ...cuts, low];
  return ends.slice(1).map((end, place) => {
    const start = ends[place] ?? end;
    return isRising ? { low: start, high: end } : { low: end, high: start };
  });
}

/** The letters of the time in an identifier: those of all times sort between what there is of them in its neighbours. */
function timeIn(id: string): string {
  return id === afterAll ? afterAll : id.slice(timeStart, timeEnd);
}

/** The moment in an identifier, where there is one. */
export function momentIn(id: string): number | undefined {
  const time = id.slice(timeStart, timeEnd);
  return /^[0-7][0-9A-HJKMNP-TV-Z]{9}$/.test(time) ? decodeTime(`${time}${"0".repeat(drawnLength)}`) : undefined;
}

/** A number written into the statement: a plan that is kept for any limit would be one for reading everything. */
function written(count: number): Fragment {
  return sql`${sql.unsafe(String(Math.trunc(count)))}`;
}
