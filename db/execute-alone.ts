import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { transactionPool } from "#db/client.ts";
import { currentDeadline } from "#db/deadline.ts";
import { prepareStatements } from "#db/driver.ts";

const dialect = new PgDialect();
const pool = prepareStatements(transactionPool);

/**
 * Executes a statement that is a transaction by itself, on a connection for transactions, since it may wait for locks. Like a COMMIT it may
 * have been done although it was cancelled at its deadline (db/deadline.ts).
 */
export async function executeAlone<Row extends object>(statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  currentDeadline()?.allowCommit();
  // Without pipelining: the next one would wait for this one's locks.
  return pool.unsafe<Row[]>(text, params as string[], { onexecute: () => false } as object);
}
