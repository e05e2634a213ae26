import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";

const dialect = new PgDialect();

/** Runs a statement without preparing it: its best plan depends on its values, so that no cached one suits. */
export async function runUnprepared<Row extends object>(pool: Pick<Sql, "unsafe">, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  return pool.unsafe<Row[]>(text, params as string[]);
}
