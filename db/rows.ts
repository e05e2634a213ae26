import DataLoader from "dataloader";
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import type { GetColumnData, SQL } from "drizzle-orm";
import { PgBigInt53, PgDialect, PgTimestamp } from "drizzle-orm/pg-core";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";
import type { Part } from "#db/constant-statement.ts";
import { withoutDeadline } from "#db/deadline.ts";
import { withOwnDeadline } from "#db/request-deadline.ts";

/** Bounds the wait for a shared statement. */
const maxSubjects = 100;

const dialect = new PgDialect();

/*
 * The lists of columns in SQL that is written by hand. They derive from db/schema, so that a new column is read and written everywhere.
 */

/** Columns of a table by their names in the code, as `getTableColumns` gives them. */
type Columns = Readonly<Record<string, PgColumn>>;

export function columnsWithout<Table extends PgTable, Name extends keyof Table["_"]["columns"]>(
  table: Table,
  ...names: readonly Name[]
): Omit<Table["_"]["columns"], Name> {
  const left = Object.entries(getTableColumns(table)).filter(([name]) => !names.some((one) => one === name));
  return Object.fromEntries(left) as Omit<Table["_"]["columns"], Name>;
}

/** Returns the select list of a table with this alias: `c.world_id, …`. */
export function selectOf(columns: Columns, alias: string): string {
  // The driver leaves a bigint as text; cents are far below the limit of a number.
  const read = (column: PgColumn) => `${alias}.${column.name}${column instanceof PgBigInt53 ? "::float8" : ""}`;
  return listOf(columns, (column, name) => `${read(column)} as "${name}"`);
}

/** A row as JSON, which `fromJson` reads: `json_build_object('worldId', c.world_id, …)`. */
export function jsonOf(columns: Columns, alias: string): string {
  return `json_build_object(${listOf(columns, ({ name: stored }, name) => `'${name}', ${alias}.${stored}`)})`;
}

type RowOf<Of extends Columns> = { [Name in keyof Of]: GetColumnData<Of[Name]> };

/** Makes a reader of these columns in rows that Postgres wrote as JSON, where instants are texts. */
export function fromJson<Of extends Columns>(columns: Of): <Json extends object>(json: Json) => Omit<Json, keyof Of> & RowOf<Of> {
  const instants = Object.keys(columns).filter((name) => columns[name] instanceof PgTimestamp);
  return (json) => {
    const row: Record<string, unknown> = { ...(json as object) };
    for (const name of instants) {
      const text = row[name];
      if (typeof text === "string") row[name] = new Date(text);
    }
    return row as never;
  };
}

/** The names in the database: `world_id, …`. */
export function namesOf(columns: Columns): SQL {
  return sql.raw(listOf(columns, ({ name }) => name));
}

/** Returns the assignments of an `update` or `on conflict` from the row of another table: `status = r.status, …`. */
export function setOf(columns: Columns, alias: string): SQL {
  return sql.raw(listOf(columns, ({ name }) => `${name} = ${alias}.${name}`));
}

/** A row with every column that Postgres does not generate. */
export type NewRow<Table extends PgTable> = Pick<Table["$inferSelect"], keyof Table["$inferSelect"] & keyof Table["$inferInsert"]>;

/** The same by the names in the database, for what is written so often that renaming would be noticed. */
export type StoredRow<Table extends PgTable> = {
  [Name in keyof Table["_"]["columns"] as Table["_"]["columns"][Name]["_"]["name"]]: GetColumnData<Table["_"]["columns"][Name]>;
};

/** Rows in memory as a table: `json_populate_recordset(…)`. Any number of them is one parameter, so that the statement is prepared once. */
export function recordsOf<Table extends PgTable>(table: Table, rows: readonly NewRow<Table>[]): SQL {
  return sql`${textsOf(table).records}${recordsText(table, rows)}::json)`;
}

/** The rows as JSON by the names in the database, for `recordsOf`. */
export function recordsText<Table extends PgTable>(table: Table, rows: readonly NewRow<Table>[]): string {
  const { keys } = textsOf(table);
  const record = (row: Record<string, unknown>) => `{${keys.map(([name, key]) => key + JSON.stringify(row[name] ?? null)).join()}}`;
  return `[${rows.map(record).join()}]`;
}

export function insertOf<Table extends PgTable>(table: Table, rows: readonly NewRow<Table>[]): SQL {
  return sql`${textsOf(table).insert}${recordsOf(table, rows)}`;
}

/** The same as a part of a statement, with what follows it. */
export function insertPart<Table extends PgTable>(name: string, table: Table, rows: readonly NewRow<Table>[], end = sql``): Part {
  const write = (json: SQL) => sql`${textsOf(table).insert}${textsOf(table).records}${json}::json)${end}`;
  return { name, write, json: recordsText(table, rows) };
}

/** The parts of statements that depend on the table alone. */
interface Texts {
  /** The columns that can be written, by their names in the code, each with the key of its JSON. */
  keys: readonly (readonly [name: string, key: string])[];
  records: SQL;
  insert: SQL;
}

const texts = new WeakMap<PgTable, Texts>();

/** Makes the texts of a table once: a tenth of the garbage of a new contract came from writing them for each statement. */
function textsOf(table: PgTable): Texts {
  const known = texts.get(table);
  if (known !== undefined) return known;
  const columns = Object.entries(getTableColumns(table)).filter(([, { generated }]) => generated === undefined);
  const stored = columns.map(([, { name }]) => name).join(", ");
  const made = {
    keys: columns.map(([name, column]) => [name, `"${column.name}":`] as const),
    records: sql.raw(`json_populate_recordset(null::"${getTableName(table)}", `),
    insert: sql.raw(`insert into "${getTableName(table)}" (${stored}) select ${stored} from `),
  };
  texts.set(table, made);
  return made;
}

function listOf(columns: Columns, write: (column: PgColumn, name: string) => string): string {
  return Object.entries(columns)
    .map(([name, column]) => write(column, name))
    .join(", ");
}

/** Runs a statement without preparing it: its best plan depends on its values, so that no cached one suits. */
export async function runUnprepared<Row extends object>(pool: Pick<Sql, "unsafe">, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return pool.unsafe<Row[]>(text, params as string[]);
}

/**
 * Batches reads of one turn of the event loop into one statement, which starts at its end, so that nothing is cached. `read` gets each
 * subject once and returns results by name; its failure rejects all of them. The statement has a deadline of its own, so that it does not
 * end with the request of one of them.
 */
export function batchReads<Subject, Result>(
  nameOf: (subject: Subject) => string,
  read: (subjects: readonly Subject[]) => Promise<ReadonlyMap<string, Result>>,
): (subject: Subject) => Promise<Result | undefined> {
  const loader = new DataLoader<Subject, Result | undefined>(
    async (subjects) => {
      const each = new Map(subjects.map((subject) => [nameOf(subject), subject]));
      const results = await withOwnDeadline(() => read([...each.values()]));
      return subjects.map((subject) => results.get(nameOf(subject)));
    },
    { cache: false, maxBatchSize: maxSubjects, batchScheduleFn: (start) => void withoutDeadline(() => setImmediate(start)) },
  );
  return (subject) => loader.load(subject);
}
