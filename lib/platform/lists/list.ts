import { and, asc, desc, gt, lt, sql } from "drizzle-orm";
import type { Column, SQL } from "drizzle-orm";
import { readOnReplica } from "#db/replica.ts";
import { runUnprepared } from "#db/rows.ts";
import { makeBoundedPage } from "#lib/platform/lists/paging.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { isBackward, rowsPerPage } from "#lib/platform/lists/portal-lists.ts";
import type { Filter, FilterValues, Filters, Keyset, ListQuery } from "#lib/platform/lists/portal-lists.ts";
import { maxExamined } from "#lib/platform/lists/row-limits.ts";

export interface List<Declared extends Filters, Row extends object> {
  table: string;
  filters: Declared;
  /** The instant that orders the list, and the key that orders rows of one instant; indexes end with both. */
  order: { at: string; key: string; direction: "asc" | "desc" };
  /** The conditions of a filter where it is not `column = value`. Any of several must hold, and each needs an index. */
  conditions?: { readonly [Name in keyof Declared]?: (value: string) => SQL | readonly SQL[] };
  /**
   * A condition that finds the rows of the search by their keys, used where a search is given. They are read first: in the order of the list Postgres would rather look
   * through all rows for them.
   */
  found?: SQL;
  /** Leads instead of a filter: conditions on `r` of which any must hold, each with an index. */
  lead?: readonly SQL[];
  /** Leads instead of both, with rows that all fit. */
  ranges?: readonly Range[];
  /** Pairs of filters with a common index, which leads where both are set. */
  pairs?: readonly (readonly [keyof Declared & string, keyof Declared & string])[];
  columns: SQL;
  joins?: SQL;
  /** Hides rows that the list may not show. */
  mask?: (row: Row) => Row;
}

/** Rows that an index orders by the instant `since` and the key of the list, where the instant of the list is some days later. */
export interface Range {
  where: SQL;
  since: string;
  days: number;
}

/** A list as its statement sees it. */
type Rows<Declared extends Filters> = Omit<List<Declared, object>, "mask">;

type Query<Declared extends Filters> = Keyset & ListQuery<Declared>;

/** `place` counts the examined rows from 1. */
interface Examined {
  place: number;
  fits: boolean;
  cursor: string;
  placeAt: string;
}

/** Reads a page of the rows in `scope` in one statement, from at most `maxExamined` rows, so that no filter is slow. */
export async function readPage<Declared extends Filters, Row extends object>(
  list: List<Declared, Row>,
  scope: SQL,
  filters: ListQuery<Declared>,
): Promise<BoundedPage<Row>> {
  const query = withoutForeignCursor({ limit: rowsPerPage, ...filters });
  const rows = await readOnReplica((pool) => runUnprepared<Row & Examined>(pool, pageStatement(list, scope, query)));
  const { mask = (row: Row) => row } = list;
  return makeBoundedPage(rows, query, {
    cursorOf: ({ cursor }) => cursor,
    placeOf: ({ placeAt }) => new Date(placeAt),
    make: ({ place: _place, fits: _fits, cursor: _cursor, placeAt: _placeAt, ...row }) => mask(row as Row),
  });
}

export function pageStatement<Declared extends Filters>(list: Rows<Declared>, scope: SQL, query: Query<Declared>): SQL {
  const { ranges } = list;
  const { stream, checked } =
    ranges === undefined ? streamOf(list, scope, query, maxExamined + 1) : mergeRanges(list, ranges, scope, query);
  const { at, key } = list.order;
  const fits = fitsOf(checked);
  const bounds = sql.raw(`1, ${maxExamined}, ${maxExamined + 1}`);
  // Rows are numbered as they are read, up to the end of the page; an inner order by place would read all of them.
  return sql`
    select r.place, r.fits, ${isoOf(at)} as "placeAt", ${isoOf(at)} || '~' || ${column(key)} as cursor, ${list.columns}
    from (
      select * from (select r.*, (row_number() over ())::int as place, (${fits}) as fits from (${stream}) r) r
      where r.fits or r.place in (${bounds}) limit ${sql.raw(String(query.limit + 4))}
    ) r ${list.joins ?? sql``}
    order by r.place`;
}

interface Given {
  name: string;
  conditions: readonly SQL[];
  isIndexed: boolean;
}

/** Above this number of values they are checked row by row, since many rows then match. */
export const maxAlternatives = 8;

export function allConditions<Declared extends Filters>(
  list: Pick<Rows<Declared>, "filters" | "conditions">,
  query: FilterValues<Declared>,
): SQL {
  const conditions = findGiven(list, query).map((filter) => anyOf(filter.conditions));
  return sql.join([sql`true`, ...timeBounds(list.filters, query), ...conditions], sql` and `);
}

export function fitsOf(checked: readonly SQL[]): SQL {
  return checked.length === 0 ? sql`true` : sql`coalesce(${sql.join([...checked], sql` and `)}, false)`;
}

/** The first `most` rows of the leading index in the order of the list, and the conditions to check on each. */
export function streamOf<Declared extends Filters>(
  list: Omit<Rows<Declared>, "columns" | "joins">,
  scope: SQL,
  query: FilterValues<Declared> & Partial<Keyset>,
  most: number,
): { stream: SQL; checked: SQL[] } {
  const { table, order } = list;
  const isAscending = (order.direction === "asc") !== isBackward(query);
  const direction = sql.raw(isAscending ? "asc" : "desc");
  const inOrder = sql`order by ${column(order.at)} ${direction}, ${column(order.key)} ${direction} limit ${sql.raw(String(most))}`;
  const given = findGiven(list, query);
  const leading = list.lead === undefined ? findLeading(list, given) : [];
  const checked = given.filter(({ name }) => !leading.includes(name)).map(({ conditions }) => anyOf(conditions));
  const bounds = sql.join([scope, ...timeBounds(list.filters, query), ...cursorBound(order, query, isAscending)], sql` and `);
  const all = sql.raw(`from ${table} r`);
  const isFound = given.some(({ name }) => list.filters[name]?.kind === "search");
  const from = isFound && list.found !== undefined ? sql`from (select r.* ${all} where ${list.found} offset 0) r` : all;
  if (leading.length === 0 && list.lead === undefined) return { stream: sql`select r.* ${from} where ${bounds} ${inOrder}`, checked };
  // Postgres merges the alternatives, each read in the order of its index only as far as needed.
  const alternatives = list.lead ?? combine(given.filter(({ name }) => leading.includes(name)).map(({ conditions }) => conditions));
  const each = alternatives.map((alternative, index) => {
    const before = alternatives.slice(0, index);
    const isNew = before.length === 0 ? sql`` : sql`and (${anyOf(before)}) is not true`;
    return sql`(select r.* ${from} where ${alternative} ${isNew} and ${bounds} ${inOrder})`;
  });
  if (each.length === 0) return { stream: sql`select r.* ${from} where false`, checked };
  return { stream: sql`select r.* from (${sql.join(each, sql` union all `)}) r ${inOrder}`, checked };
}

/** A page of the rows of ranges. Postgres sorts the first rows of each, so no more are read than the page needs. */
function mergeRanges<Declared extends Filters>(
  { table, order: { at, key, direction } }: Rows<Declared>,
  ranges: readonly Range[],
  scope: SQL,
  query: Query<Declared>,
): { stream: SQL; checked: SQL[] } {
  const isAscending = (direction === "asc") !== isBackward(query);
  const inOrderOf = (instant: string) =>
    sql.raw(`order by r.${instant} ${isAscending ? "asc" : "desc"}, r.${key} ${isAscending ? "asc" : "desc"}`);
  const each = ranges.map(({ where, since, days }) => {
    const bounds = sql.join([where, scope, ...cursorBound({ at: since, key }, query, isAscending, days)], sql` and `);
    const instant = sql.raw(`r.${since} + interval '${days * 24} hours' as ${at}`);
    return sql`(select r.*, ${instant} from ${sql.raw(table)} r where ${bounds} ${inOrderOf(since)} limit ${query.limit + 1})`;
  });
  if (each.length === 0) return { stream: sql.raw(`select r.*, null::timestamptz as ${at} from ${table} r where false`), checked: [] };
  return { stream: sql`select r.* from (${sql.join(each, sql` union all `)}) r ${inOrderOf(at)}`, checked: [] };
}

function findGiven<Declared extends Filters>(
  { filters, conditions }: Pick<Rows<Declared>, "filters" | "conditions">,
  query: FilterValues<Declared>,
): Given[] {
  return Object.entries<Filter>(filters).flatMap(([name, filter]): Given[] => {
    const value: unknown = query[name];
    if (value === undefined || filter.kind === "from" || filter.kind === "to") return [];
    const values = Array.isArray(value) ? [...new Set(value as string[])] : [value];
    if (values.length === 0) return [];
    const { isUnindexed = false } = filter;
    const isIndexed = typeof isUnindexed === "function" ? !values.some((one) => typeof one === "string" && isUnindexed(one)) : !isUnindexed;
    const conditionOf = conditions?.[name] ?? ((one: unknown) => equals(filter, one));
    return [{ name, isIndexed, conditions: values.flatMap((one) => conditionOf(one as string)) }];
  });
}

function equals(filter: Filter, value: unknown): SQL {
  if (filter.kind === "search" || filter.kind === "day") throw new Error(`a list with a filter ${filter.kind} has to say what it finds`);
  return sql`${column(filter.column)} = ${value}`;
}

/** The names of the leading filters: a pair with a common index, or the first declared filter with an index. */
function findLeading<Declared extends Filters>(
  { pairs = [] }: Pick<Rows<Declared>, "pairs">,
  filters: readonly Given[],
): readonly string[] {
  const countOf = (names: readonly string[]) =>
    names.reduce((product, name) => {
      const filter = filters.find((each) => each.name === name);
      return filter?.isIndexed === true ? product * filter.conditions.length : Number.POSITIVE_INFINITY;
    }, 1);
  const candidates: (readonly string[])[] = [...pairs, ...filters.map(({ name }) => [name])];
  return candidates.find((names) => countOf(names) <= maxAlternatives) ?? [];
}

function combine([first = [], ...others]: readonly (readonly SQL[])[]): SQL[] {
  if (others.length === 0) return [...first];
  const rest = combine(others);
  return first.flatMap((one) => rest.map((other) => sql`${one} and ${other}`));
}

function anyOf(conditions: readonly SQL[]): SQL {
  if (conditions.length === 0) return sql`false`;
  return sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`;
}

function timeBounds<Declared extends Filters>(filters: Declared, query: FilterValues<Declared>): SQL[] {
  return Object.entries<Filter>(filters).flatMap(([name, filter]) => {
    const value: unknown = query[name];
    if (!(value instanceof Date) || (filter.kind !== "from" && filter.kind !== "to")) return [];
    const instant = sql`${value}`;
    return [filter.kind === "from" ? sql`${column(filter.column)} >= ${instant}` : sql`${column(filter.column)} < ${instant}`];
  });
}

/** An instant and a key, as `pageStatement` writes them. */
const cursorForm = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([\w-]+)$/;

export function cursorAt(at: Date, key: string): string {
  return `${at.toISOString()}~${key}`;
}

/** Starts at the first page for a cursor of another form, such as in addresses saved before a list changed its order. */
function withoutForeignCursor<Asked extends Keyset>(query: Asked): Asked {
  const isOurs = [query.before, query.after].every((cursor) => cursor === undefined || readCursor(cursor) !== undefined);
  return isOurs ? query : { ...query, before: undefined, after: undefined };
}

function readCursor(cursor: string): { instant: Date; key: string } | undefined {
  const [, at = "", key = ""] = cursorForm.exec(cursor) ?? [];
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? undefined : { instant, key };
}

/** The cursor is `days` later than the instant `at`. */
function cursorBound({ at, key }: { at: string; key: string }, { before, after }: Partial<Keyset>, isAscending: boolean, days = 0): SQL[] {
  const cursor = readCursor(before ?? after ?? "");
  if (cursor === undefined) return [];
  const sign = sql.raw(isAscending ? ">" : "<");
  const instant = new Date(cursor.instant.getTime() - days * 86_400_000);
  return [sql`(${column(at)}, ${column(key)}) ${sign} (${instant}, ${cursor.key})`];
}

function column(name: string): SQL {
  return sql.raw(`r.${name}`);
}

function isoOf(name: string): SQL {
  return sql.raw(`to_char(r.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}

/** The rows for `makeListPage` in Drizzle, ordered by an `id` that grows with time. */
export function rowsOfPage(id: Column, query: Keyset) {
  const { before, after, limit } = query;
  return {
    where: and(before === undefined ? undefined : lt(id, before), isBackward(query) ? gt(id, after) : undefined),
    orderBy: isBackward(query) ? asc(id) : desc(id),
    limit: limit + 1,
  };
}
