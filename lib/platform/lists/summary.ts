import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/rows.ts";
import { fitsOf, streamOf } from "#lib/platform/lists/list.ts";
import type { List } from "#lib/platform/lists/list.ts";
import type { Filters, FilterValues } from "#lib/platform/lists/portal-lists.ts";
import { maxSummed } from "#lib/platform/lists/row-limits.ts";
import { calendarOf } from "#lib/platform/time/calendar.ts";

/** How the rows of a list are counted. */
export interface Tally<Declared extends Filters> {
  /** The series of the chart that a row `r` belongs to. */
  outcome: SQL;
  /** The value of a row `r` in each filter whose choices have counts; null for none. */
  facets: { readonly [Name in keyof Declared]?: SQL };
}

export interface ListSummary {
  /** One after the other, without gaps. */
  points: { at: Date; values: Record<string, number> }[];
  stepMs: number;
  /** How many rows have each value of a filter: `facets["status"]["404"]`. */
  facets: Record<string, Record<string, number>>;
  /** The time at which counting stopped, since there are more rows than are counted; null if all are. */
  countedTo: Date | null;
}

type CountedList<Declared extends Filters> = Pick<List<Declared, object>, "table" | "filters" | "order" | "conditions" | "lead" | "pairs">;

/** Newest rows first: an instant, whether the row fits, its outcome, and its facets by place. */
interface Source {
  rows: SQL;
  facets: readonly string[];
}

const minutes = 60;
const hours = 60 * minutes;
const days = 24 * hours;
/** In seconds. A chart has bars of one of these. */
const steps = [
  ...[1, 5, 10, 30, minutes, 2 * minutes, 5 * minutes, 10 * minutes, 30 * minutes],
  ...[hours, 2 * hours, 3 * hours, 6 * hours, 12 * hours, days, 2 * days, 7 * days],
];
const maxPoints = 60;
const longest = maxPoints * (steps.at(-1) ?? days);
const longestDays = longest / days;
const maxValues = 60;

/** Counts the newest rows of a list that fit, over time and by the values of its filters, with the index that the list itself is read by. */
export function summarizeList<Declared extends Filters>(
  list: CountedList<Declared>,
  scope: SQL,
  query: FilterValues<Declared>,
  tally: Tally<Declared>,
  time: { now: Date; timeZone: string },
): Promise<ListSummary> {
  return summarize(sourceOf(list, scope, query, tally), query, time);
}

function sourceOf<Declared extends Filters>(
  list: CountedList<Declared>,
  scope: SQL,
  query: FilterValues<Declared>,
  { outcome, facets }: Tally<Declared>,
): Source {
  const { stream, checked } = streamOf(list, scope, query, maxSummed + 1);
  const names = Object.keys(facets);
  const values = names.map((name, place) => sql`, (${facets[name] ?? sql`null`})::text as ${sql.raw(`facet_${place}`)}`);
  const at = sql.raw(`r.${list.order.at}`);
  return {
    facets: names,
    rows: sql`select ${at} as at, (${fitsOf(checked)}) as fits, (${outcome}) as outcome ${sql.join(values)} from (${stream}) r`,
  };
}

interface Read {
  step: number;
  lo: number;
  hi: number;
  origin: number;
  countedTo: string | null;
  points: [bucket: number, outcome: string, rows: number][] | null;
  facets: [place: number, value: string, rows: number][] | null;
}

/** Bars begin with the viewer's days. */
export async function summarize(
  source: Source,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<ListSummary> {
  const calendar = calendarOf(timeZone);
  const today = calendar.dayOf(now.getTime());
  const startOf = (day: number) => calendar.startOf(day) / 1000;
  const dayStarts = Array.from({ length: longestDays + 1 }, (_none, index) => startOf(today - longestDays + index));
  const origin = startOf(today);
  const statement = summaryStatement(source, { from, to, now, origin, dayStarts });
  const [read] = await readOnReplica((pool) => runUnprepared<Read>(pool, statement));
  if (read === undefined) throw new Error("a summary is one row");
  const isOfDays = read.step >= days;
  const sinceToday = (seconds: number) => (isOfDays ? (calendar.dayOf(seconds * 1000) - today) * days : seconds - origin);
  const first = Math.floor(sinceToday(read.lo) / read.step);
  const last = Math.max(first, Math.floor(sinceToday(read.hi - 0.001) / read.step));
  const points = Array.from({ length: last - first + 1 }, (_none, index) => {
    const offset = (first + index) * read.step;
    const values: Record<string, number> = {};
    return { at: new Date((isOfDays ? startOf(today + offset / days) : origin + offset) * 1000), values };
  });
  for (const [bucket, outcome, rows] of read.points ?? []) {
    // A row of this very moment can be later than `now`.
    const point = points[Math.min(points.length - 1, Math.max(0, bucket - first))];
    if (point !== undefined) point.values[outcome] = (point.values[outcome] ?? 0) + rows;
  }
  const facets: ListSummary["facets"] = Object.fromEntries(source.facets.map((name) => [name, {}]));
  for (const [place, value, rows] of read.facets ?? []) Object.assign(facets[source.facets[place] ?? ""] ?? {}, { [value]: rows });
  return { points, stepMs: read.step * 1000, facets, countedTo: read.countedTo === null ? null : new Date(read.countedTo) };
}

interface Frame {
  from: Date | undefined;
  to: Date | undefined;
  now: Date;
  /** When the viewer's day began, in seconds. */
  origin: number;
  /** When it and each day before began: where clocks change, days are not equally long. */
  dayStarts: readonly number[];
}

function summaryStatement({ rows, facets }: Source, { from, to, now, origin, dayStarts }: Frame): SQL {
  const most = sql.raw(String(maxSummed));
  const [day, seconds] = [sql.raw(String(days)), sql`extract(epoch from at)::float8`];
  const dayOf = sql`width_bucket(${seconds}, ${sql.raw(`array[${dayStarts.join()}]`)}::float8[])`;
  const bounds = { from: sql`${from ?? null}::timestamptz`, until: sql`least(${to ?? now}::timestamptz, ${now}::timestamptz)` };
  const counts = facets.map((_name, place) => {
    const facet = sql.raw(`facet_${place}`);
    return sql`(select ${sql.raw(String(place))} as place, ${facet} as value, count(*)::int as rows from counted
      where ${facet} is not null group by ${facet} order by 3 desc limit ${sql.raw(String(maxValues))})`;
  });
  return sql`
    with examined as materialized (${rows}),
    edge as (
      select count(*) > ${most} as is_cut, min(at) as oldest, (select min(at) from examined where fits) as first from examined
    ),
    span as (
      select *, extract(epoch from lo)::float8 as lo_s, extract(epoch from greatest(${bounds.until}, lo + interval '1 second'))::float8 as hi_s from (
        select is_cut, oldest, case
          when is_cut then greatest(oldest, ${bounds.from})
          when ${bounds.from} > ${bounds.until} - ${sql.raw(`interval '${longest} seconds'`)} then ${bounds.from}
          else greatest(coalesce(first, ${bounds.until} - interval '1 day'), ${bounds.until} - ${sql.raw(`interval '${longest} seconds'`)})
        end as lo from edge
      ) begun
    ),
    frame as (
      select *, coalesce((select min(step) from unnest(${sql.raw(`array[${steps.join()}]`)}::float8[]) step where step * ${sql.raw(String(maxPoints))} >= hi_s - lo_s),
        ${sql.raw(String(steps.at(-1)))}) as step from span
    ),
    counted as materialized (select * from examined where fits)
    select step, lo_s as lo, hi_s as hi, case when is_cut then oldest end as "countedTo",
      (select json_agg(json_build_array(bucket, outcome, rows)) from (
        select floor(case when step < ${day} then ${seconds} - ${sql.raw(String(origin))} else (${dayOf} - ${sql.raw(String(dayStarts.length))}) * ${day} end
          / step)::int as bucket, outcome, count(*)::int as rows
        from counted group by 1, 2
      ) bars) as points,
      ${counts.length === 0 ? sql`null` : sql`(select json_agg(json_build_array(place, value, rows)) from (${sql.join(counts, sql` union all `)}) values)`} as facets
    from frame`;
}
