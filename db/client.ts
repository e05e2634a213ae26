import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openPool, pipelineTransactions, prepareStatements } from "#db/driver.ts";
import { env } from "#lib/env.ts";

// Next evaluates modules once per bundle; the pool is one per process.
const shared = globalThis as typeof globalThis & { covergateSql?: postgres.Sql };

/** How long a connection that was lost is left alone before it is made again. */
const reconnectSeconds = 0.25;

/** A transaction that stands still, as its process is frozen or gone, is ended after this; whoever waits for what it holds waits longer. */
const idleMs = 10_000;
const lockMs = 15_000;

function connect(): postgres.Sql {
  return openPool(env.DATABASE_URL, env.DATABASE_POOL, {
    path: env.DATABASE_SOCKET ?? "",
    onnotice: () => undefined,
    connection: { application_name: "covergate", TimeZone: "UTC", idle_in_transaction_session_timeout: idleMs, lock_timeout: lockMs },
    // By itself the driver waits longer and longer, and at last 20 seconds when the database has long been back.
    backoff: () => reconnectSeconds,
  });
}

/** The connection pool, for statements whose cost per request is measured; they are prepared once per connection. */
export const sql: postgres.Sql = (shared.covergateSql ??= connect());

/** Typed queries over the same pool. */
export const db = drizzle(prepareStatements(sql));

/** The same, for transactions that start all their statements at once (db/driver.ts). */
export const pipelinedDb = drizzle(prepareStatements(pipelineTransactions(sql)));

export type Database = typeof db;
/** A transaction, or the pool itself where one statement is enough. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
