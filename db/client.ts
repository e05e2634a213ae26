import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { apart } from "#db/apart.ts";
import { outliving } from "#db/outliving.ts";
import { preparing } from "#db/preparing.ts";
import { env } from "#lib/env.ts";

// Next evaluates modules once per bundle; the pool is one per process.
const shared = globalThis as typeof globalThis & { covergateSql?: postgres.Sql };

/** How long a connection that was lost is left alone before it is made again. */
const reconnectSeconds = 0.25;

/** A transaction that stands still, as its process is frozen or gone, is ended after this; whoever waits for what it holds waits longer. */
const idleMs = 10_000;
const lockMs = 15_000;

/** Half of the connections are for transactions, of which each has one to itself; statements share the others. */
const forTransactions = Math.ceil(env.DATABASE_POOL / 2);
const forStatements = Math.max(1, env.DATABASE_POOL - forTransactions);

function connect(): postgres.Sql {
  const statements = postgres(env.DATABASE_URL, {
    max: forStatements,
    path: env.DATABASE_SOCKET ?? "",
    onnotice: () => undefined,
    connection: { application_name: "covergate", TimeZone: "UTC", idle_in_transaction_session_timeout: idleMs, lock_timeout: lockMs },
    // By itself the driver waits longer and longer, and at last 20 seconds when the database has long been back.
    backoff: () => reconnectSeconds,
  });
  // Read as they are: Drizzle says in them how values are read and written, and is to say it to both.
  const options = { ...statements.options, max: forTransactions } as unknown as postgres.Options<Record<string, never>>;
  return apart(statements, outliving(postgres(options)), forTransactions);
}

/** The connection pool, for statements whose cost per request is measured; they are prepared once per connection. */
export const sql: postgres.Sql = (shared.covergateSql ??= connect());

/** Typed queries over the same pool. */
export const db = drizzle(preparing(sql));

export type Database = typeof db;
/** A transaction, or the pool itself where one statement is enough. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
