import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { sql as pool } from "#db/client.ts";
import { makeBoundedPage, maxExamined } from "#lib/bounded-pages.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import { isRising } from "#lib/portal-lists.ts";
import type { Filter, Filters, FilterValues, Keyset } from "#lib/portal-lists.ts";

/** A list that people page through and narrow: of rows `r` of a table, as verbs answer them. */
export interface List<Declared extends Filters, Read extends object, Row> {
  table: string;
  filters: Declared;
  /** The instant that orders the list and the key that tells rows of one instant apart; indexes end with both. */
  order: { at: string; key: string; direction: "asc" | "desc" };
  /** Which rows a search finds, as a condition on `r`. */
  search?: (text: string) => SQL;
  /** What a row of the page is read with, from `r` and the joined tables. */
  columns: SQL;
  joins?: SQL;
  /** Makes of a row as the driver reads it, where a date is a text, what the verb answers. */
  revive: (read: Read) => Row;
}

type Query<Declared extends Filters> = Keyset & FilterValues<Declared>;

/** What is read beside a row: `place` counts the rows that were looked at, from 1. */
interface Examined {
  place: number;
  fits: boolean;
  cursor: string;
  placeAt: string;
}

const dialect = new PgDialect();

/**
 * A page of a list, in one statement: of the rows in `scope`, a condition on `r`. At most 10,000 rows are looked at for it, so that what
 * no index serves alone answers as fast as the rest; then the page says how far back it has looked (`lookedTo`).
 */
export async function readPage<Declared extends Filters, Read extends object, Row>(
  list: List<Declared, Read, Row>,
  scope: SQL,
  asked: Query<Declared>,
): Promise<BoundedPage<Row>> {
  const query = withoutForeignCursor(asked);
  // Planned each time: a plan that is kept for every world and filter alike suits none.
  const { sql: text, params } = dialect.sqlToQuery(pageStatement(list, scope, query));
  const rows = await pool.unsafe<(Read & Examined)[]>(text, params as string[]);
  return makeBoundedPage(rows, query, {
    cursorOf: ({ cursor }) => cursor,
    placeOf: ({ placeAt }) => new Date(placeAt),
    make: ({ place: _place, fits: _fits, cursor: _cursor, placeAt: _placeAt, ...read }) => list.revive(read as unknown as Read),
  });
}

function pageStatement<Declared extends Filters, Read extends object, Row>(
  list: List<Declared, Read, Row>,
  scope: SQL,
  query: Query<Declared>,
): SQL {
  const { stream, checked } = streamOf(list, scope, query);
  const { at, key } = list.order;
  const fits = checked.length === 0 ? sql`true` : sql.join(checked, sql` and `);
  const bounds = sql.raw(`1, ${maxExamined}, ${maxExamined + 1}`);
  // The rows are numbered as they are read, and no more are read than the page takes: an inner order by place would read them all.
  return sql`
    select r.place, r.fits, ${isoOf(at)} as "placeAt", ${isoOf(at)} || '~' || ${column(key)} as cursor, ${list.columns}
    from (
      select * from (select r.*, (row_number() over ())::int as place, (${fits}) as fits from (${stream}) r) r
      where r.fits or r.place in (${bounds}) limit ${sql.raw(String(query.limit + 4))}
    ) r ${list.joins ?? sql``}
    order by r.place`;
}

/** The rows that an index leads to in the order of the list, and what is to be checked of each. */
function streamOf<Declared extends Filters>(
  { table, filters, order, search }: Pick<List<Declared, object, unknown>, "table" | "filters" | "order" | "search">,
  scope: SQL,
  query: Query<Declared>,
): { stream: SQL; checked: SQL[] } {
  const isAscending = (order.direction === "asc") !== isRising(query);
  const direction = sql.raw(isAscending ? "asc" : "desc");
  const inOrder = sql`order by ${column(order.at)} ${direction}, ${column(order.key)} ${direction} limit ${sql.raw(String(maxExamined + 1))}`;
  const given = Object.entries<Filter>(filters).flatMap(([name, filter]) => {
    const value: unknown = query[name];
    const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0);
    return isSet ? [{ filter, value }] : [];
  });
  const bounds = given.flatMap(({ filter, value }) => boundOf(filter, value));
  const conditions = given.filter(({ filter }) => filter.kind !== "from" && filter.kind !== "to");
  const lead = conditions.find(({ filter }) => filter.isUnindexed !== true);
  const rest = sql.join([scope, ...bounds, ...cursorBound(order, query, isAscending)], sql` and `);
  const from = sql.raw(`from ${table} r`);
  const condition = ({ filter, value }: { filter: Filter; value: unknown }) => conditionOf(filter, value, search);
  const checked = conditions.filter((each) => each !== lead).map(condition);
  if (lead === undefined) return { stream: sql`select r.* ${from} where ${rest} ${inOrder}`, checked };
  if (lead.filter.kind !== "choices") return { stream: sql`select r.* ${from} where ${condition(lead)} and ${rest} ${inOrder}`, checked };
  // Each choice by itself, in the order of its index: Postgres merges them and reads no more of each than it takes.
  const { column: name } = lead.filter;
  const choices = [...new Set(lead.value as readonly string[])];
  const each = choices.map((choice) => sql`(select r.* ${from} where ${column(name)} = ${choice} and ${rest} ${inOrder})`);
  return { stream: sql`select r.* from (${sql.join(each, sql` union all `)}) r ${inOrder}`, checked };
}

function boundOf(filter: Filter, value: unknown): SQL[] {
  if (filter.kind !== "from" && filter.kind !== "to") return [];
  const instant = sql`${(value as Date).toISOString()}::timestamptz`;
  return [filter.kind === "from" ? sql`${column(filter.column)} >= ${instant}` : sql`${column(filter.column)} < ${instant}`];
}

function conditionOf(filter: Filter, value: unknown, search: ((text: string) => SQL) | undefined): SQL {
  switch (filter.kind) {
    case "search":
      if (search === undefined) throw new Error("a list that can be searched has to say what a search finds");
      return sql`(${search(value as string)})`;
    case "choices":
      return sql`${column(filter.column)} = any(${sql.param(value)}::text[])`;
    case "text":
    case "boolean":
      return sql`${column(filter.column)} = ${value}`;
    case "from":
    case "to":
      throw new Error("a bound of time is no condition on a row");
  }
}

/** An instant and a key, as `pageStatement` makes them. */
const cursorForm = /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([\w-]+)$/;

/** Begins at the first page where no page gave the cursor, as in addresses that were saved when a list had another order. */
function withoutForeignCursor<Asked extends Keyset>(query: Asked): Asked {
  const isOurs = [query.before, query.after].every((cursor) => cursor === undefined || readCursor(cursor) !== undefined);
  return isOurs ? query : { ...query, before: undefined, after: undefined };
}

function readCursor(cursor: string): { instant: Date; key: string } | undefined {
  const [, at = "", key = ""] = cursorForm.exec(cursor) ?? [];
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? undefined : { instant, key };
}

function cursorBound({ at, key }: { at: string; key: string }, { before, after }: Keyset, isAscending: boolean): SQL[] {
  const cursor = readCursor(before ?? after ?? "");
  if (cursor === undefined) return [];
  const sign = sql.raw(isAscending ? ">" : "<");
  return [sql`(${column(at)}, ${column(key)}) ${sign} (${cursor.instant.toISOString()}::timestamptz, ${cursor.key})`];
}

function column(name: string): SQL {
  return sql.raw(`r.${name}`);
}

function isoOf(name: string): SQL {
  return sql.raw(`to_char(r.${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}
