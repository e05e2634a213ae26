import type { Assume, SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { PendingQuery, Row } from "postgres";
import { keepAliveParameters, keepAliveSeconds, nameOfInstances, pooledParameters, sessionParameters } from "#db/connection-parameters.ts";
import { openPool, prepareStatements } from "#db/driver.ts";
import type { SplitPool } from "#db/driver.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { perProcess } from "#lib/platform/process/reset.ts";
import { startStatement } from "#lib/platform/traces/spans.ts";

/** The pause before a lost connection is made again. */
const reconnectSeconds = 0.25;

/** How long a new connection may take, each host for itself: a silent one is left for the next. */
const connectSeconds = 3;

/** The time for which a replica may be silent: the primary is asked after that. */
const replicaSilenceMs = 2_000;

function connect(url: string, { path = "", silenceMs }: { path?: string | undefined; silenceMs: number }): SplitPool {
  return openPool(url, env.DATABASE_POOL, {
    path,
    onnotice: () => undefined,
    connect_timeout: connectSeconds,
    keep_alive: keepAliveSeconds,
    silenceMs,
    onAnswer: (seconds) => metrics.queries.observe(seconds),
    onStatement: startStatement,
    onSilence: (closed) => log.warn(closed, "the database was silent; its connections were closed"),
    connection: {
      ...(env.isPooled ? pooledParameters : { ...sessionParameters, ...keepAliveParameters }),
      application_name: nameOfInstances,
    },
    // A column such as world_id is read as worldId, without an alias.
    transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } },
    // The driver's own backoff grows to 20 seconds.
    backoff: () => reconnectSeconds,
  });
}

const pools = perProcess("pools", openDatabase);

/** The pool for statements on the hot path; prepared once per connection. */
export const sql: postgres.Sql = pools.primary;

/** The connections of transactions, for statements that wait for locks as those do (db/execute-alone.ts). */
export const transactionPool: postgres.Sql = pools.primary.forTransactions;

/** The connections for the queue of deliveries, undefined behind a pooler (lib/delivery/deliveries/lease.ts). */
export const { forLeases: leasePool, forOutcomes: outcomePool } = pools.primary;

/** The pool of DATABASE_REPLICA_URL, if set; db/replica.ts decides when to use it. It ends with `sql`. */
export const replica: SplitPool | undefined = pools.replica;

function openDatabase(): { primary: SplitPool; replica?: SplitPool } {
  const primary = connect(env.DATABASE_URL, { path: env.DATABASE_SOCKET, silenceMs: 1000 * env.REQUEST_DEADLINE_SECONDS });
  if (env.DATABASE_REPLICA_URL === undefined) return { primary };
  const beside = connect(env.DATABASE_REPLICA_URL, { silenceMs: replicaSilenceMs });
  // The parsers of values that are set below.
  Object.assign(beside.options, { parsers: primary.options.parsers, serializers: primary.options.serializers });
  const end = primary.end.bind(primary);
  Object.assign(primary, {
    end: async (options?: { timeout?: number }) => void (await Promise.all([end(options), beside.end(options)])),
  });
  return { primary, replica: beside };
}

/** Typed queries over the same pool. */
export const db = drizzle(prepareStatements(sql));

// Drizzle has made the driver leave instants as texts; its own columns take Dates too, and write texts.
const instantType = 1184;
sql.options.parsers[instantType] = parseInstant;
sql.options.serializers[instantType] = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Date takes a year below 100 for one of the last centuries, except in ISO 8601. Connections have UTC. */
function parseInstant(text: string): Date {
  return new Date(text.startsWith("00") ? text.replace(" ", "T").replace("+00", "Z") : text);
}

export type Database = typeof db;
/** A transaction, or the pool for a single statement. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** Whatever executes raw statements: a transaction, or a statement that is one by itself (db/execute-alone.ts). */
export interface Executor {
  execute: <Row extends Record<string, unknown>>(statement: SQL) => PromiseLike<Assume<Row, postgres.Row>[]>;
}

/** Part of a statement, or a statement that is not sent yet. */
export type Fragment = PendingQuery<Row[]>;
