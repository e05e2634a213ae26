import { drizzle } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { openPool, pipelineTransactions, prepareStatements } from "#db/driver.ts";
import { env } from "#lib/env.ts";

// Next evaluates modules once per bundle; the pool is one per process.
const shared = globalThis as typeof globalThis & { covergateSql?: postgres.Sql };

/** The pause before a lost connection is made again. */
const reconnectSeconds = 0.25;

/** Ends a transaction whose process is frozen or gone; statements that wait for its locks wait longer. */
const idleMs = 10_000;
const lockMs = 15_000;

function connect(): postgres.Sql {
  return openPool(env.DATABASE_URL, env.DATABASE_POOL, {
    path: env.DATABASE_SOCKET ?? "",
    onnotice: () => undefined,
    connection: { application_name: "covergate", TimeZone: "UTC", idle_in_transaction_session_timeout: idleMs, lock_timeout: lockMs },
    // The driver's own backoff grows to 20 seconds.
    backoff: () => reconnectSeconds,
  });
}

/** For statements on the hot path; prepared once per connection. */
export const sql: postgres.Sql = (shared.covergateSql ??= connect());

/** Typed queries over the same pool. */
export const db = drizzle(prepareStatements(sql));

/** For transactions that send all their statements at once (db/driver.ts). */
export const pipelinedDb = drizzle(prepareStatements(pipelineTransactions(sql)));

export type Database = typeof db;
/** A transaction, or the pool for a single statement. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
