import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { transactionPool } from "#db/client.ts";
import { currentDeadline } from "#db/deadline.ts";
import { prepareStatements } from "#db/driver.ts";

const dialect = new PgDialect();
const pool = prepareStatements(transactionPool);

/**
 * Executes a statement that is a transaction by itself, on a connection for transactions, since it may wait for locks. At the deadline of
 * its request it is cancelled; like a COMMIT it may then have been done (db/deadline.ts).
 */
export async function executeAlone<Row extends object>(statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  const deadline = currentDeadline();
  deadline?.allowCommit();
  // Without pipelining: the next one would wait for this one's locks.
  const query = pool.unsafe<Row[]>(text, params as string[], { onexecute: () => false } as object);
  const forget = deadline?.onEnd(() => query.cancel());
  try {
    return await query;
  } finally {
    forget?.();
  }
}
