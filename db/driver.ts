import { inspect } from "node:util";
import postgres from "postgres";
import type { Options, PendingQuery, Row, Sql } from "postgres";
import { committing } from "#db/after-commit.ts";
import { currentDeadline, isPatient } from "#db/deadline.ts";
import { watchConnections } from "#db/lost-connections.ts";
import type { OnQuery, SilenceSettings, WatchedOptions } from "#db/lost-connections.ts";
import { driverHosts } from "#lib/platform/database/address.ts";
import { perProcess } from "#lib/platform/process/reset.ts";

/** How many reads of one name are at work at once: of one person, and of one world. */
const atOnce = 2;

/** Reads that share a name take turns: `atOnce` are at work, and others wait in the order in which they came. */
export class Turns {
  readonly #atWork = new Map<string, number>();
  readonly #waiting = new Set<{ names: readonly string[]; begin: () => void }>();

  /** Calls `begin` when it is the turn of every name. The returned function gives the place back, or no longer waits for it. */
  take(names: readonly string[], begin: () => void): () => void {
    const turn = { names, begin };
    this.#waiting.add(turn);
    this.#beginNext();
    return () => {
      if (!this.#waiting.delete(turn)) for (const name of names) this.#count(name, -1);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    for (const turn of this.#waiting) {
      if (turn.names.some((name) => (this.#atWork.get(name) ?? 0) >= atOnce)) continue;
      this.#waiting.delete(turn);
      for (const name of turn.names) this.#count(name, 1);
      turn.begin();
    }
  }

  #count(name: string, change: number): void {
    const count = (this.#atWork.get(name) ?? 0) + change;
    if (count === 0) this.#atWork.delete(name);
    else this.#atWork.set(name, count);
  }
}

const turns = perProcess("pageReads", () => new Turns());

/*
 * Our additions to postgres.js from outside. Faults that can only be mended inside are in patches/, to be dropped with a release that mends
 * them (numbers of porsager/postgres):
 * - A closed connection kept unsent data, pending statements and its error: the next start-up message was never sent and requests hung
 * (#1208, #1209), or the next statement failed with the old error (#1142).
 * - A connection that was closed while starting retried its statement forever (#1193, #1214).
 * - A transaction whose connection was closed ran its statements on another connection, or ended the process (#1133, #1154, #1215, #1216).
 * - BEGIN lost its connection while many statements were pending (#1189).
 * - A connection on which the server went silent was waited for forever (#1089): the patch tells us of statements and connections, and
 * db/lost-connections.ts closes those.
 * - With several hosts, one that was silent or a standby was never left, and when none answered statements were retried forever (#815).
 * - With several hosts, the first one was asked to cancel a statement of any, and a cancellation that did not arrive ended the process.
 * - A statement with a value that cannot be written failed the one before it, and was given the answer of the one after it.
 * - A prepared statement that Postgres had forgotten was sent again behind those that were sent already, and so after their COMMIT.
 * - A statement that came while another one was prepared anew was mixed up with it.
 * - A transaction counted as committed where Postgres answered its COMMIT with ROLLBACK.
 * - A transaction's connection was given to others when its socket had sent everything, which over TLS may come after the answer.
 * - A cancellation could hit the next statement of its connection, and a statement behind a cancelled one was given its answer.
 * - After an error between two rows, the rows of the next statement began at the place of the last one.
 * - From one kilobyte on each statement was a write of its own: now those of one turn of the event loop are one write, of a new contract too.
 */

type Method = (...args: unknown[]) => unknown;
type Begin = (...args: unknown[]) => Promise<unknown>;
type Work = (tx: object) => Promise<unknown>;

/** A pool that can be given a statement of another one, added by the patch of postgres.js. */
type TakingPool = Sql & { take: (statement: PendingQuery<Row[]>) => void };

type PoolOptions = Options<Record<string, never>> & SilenceSettings;

/** The pool of the API and of jobs; transactions, pages and the queue of deliveries have connections of their own. */
export type SplitPool = Sql & { forTransactions: Sql; forPages: Sql; forLeases: Sql | undefined; forOutcomes: Sql | undefined };

/** The share of the API and its jobs, and that of pages; transactions have the rest. */
const share = 0.25;

/** How much later Postgres itself ends a page's statement whose cancellation was lost. */
const graceMs = 1_000;

/**
 * Plans by plain index scans only, made anew for each statement: one that was made for an empty queue would be kept when it is full. Index
 * scans remove the entries of deleted rows, which outnumber waiting rows by hundreds, while bitmap scans read them all until the next
 * vacuum. Sorts stay allowed: a plan that cannot do without one would be priced so high that Postgres compiles it.
 */
export const queuePlans = { enable_bitmapscan: "off", enable_seqscan: "off", plan_cache_mode: "force_custom_plan" };

/** The same for a statement that finds its rows by their keys alone, whose plan fits a queue of every length. */
export const keyPlans = { ...queuePlans, plan_cache_mode: "force_generic_plan" };

/** Pools of at least so many connections record outcomes on one of their own. */
const outcomesFrom = 8;

/**
 * A pool of at least four connections, so that neither transactions that wait for each other's locks nor slow pages make the API's reads
 * wait. Lost connections are replaced (db/lost-connections.ts).
 */
export function openPool(url: string, count: number, { silenceMs, onAnswer, onStatement, onSilence, ...options }: PoolOptions): SplitPool {
  const { onquery, start } = watchConnections({ silenceMs, onAnswer, onStatement, onSilence });
  const max = Math.max(1, Math.round(count * share));
  const watched: WatchedOptions = { ...driverHosts(url), ...options, max, onquery: (...query) => routePages(forPages, onquery, query) };
  const pool = postgres(url, watched);
  if (!("take" in pool)) throw new Error("postgres.js is not patched as patches/ says: run npm ci");
  // Parsed options are options too; Drizzle sets the parsers of values for all pools in the objects that they share.
  const open = (own: object) => postgres({ ...pool.options, onquery, ...own } as unknown as Options<Record<string, never>>);
  const ofQueue = count < outcomesFrom ? 1 : 2;
  const forTransactions = open({ max: Math.max(1, count - 2 * max - ofQueue) });
  const connection: Readonly<Record<string, unknown>> = pool.options.connection;
  // Behind a pooler the role has the settings, and an operator may have set others.
  const hasSettings = connection["statement_timeout"] === "0";
  const limit = hasSettings && silenceMs !== undefined ? { statement_timeout: String(silenceMs + graceMs) } : {};
  const openQueue = (plans: object) => open({ max: 1, connection: { ...connection, ...plans } });
  const forLeases = hasSettings ? openQueue(queuePlans) : undefined;
  const forOutcomes = hasSettings && ofQueue === 2 ? openQueue(keyPlans) : forLeases;
  const forPages = open({ max_pipeline: 0, connection: { ...connection, ...limit } });
  const stopWatching = start(pool);
  const ends = [...new Set([pool, forTransactions, forPages, forLeases, forOutcomes])].flatMap((each) =>
    each === undefined ? [] : [each.end.bind(each)],
  );
  const end: Sql["end"] = async (settings) => {
    await Promise.all(ends.map((each) => each(settings)));
    stopWatching();
  };
  return Object.assign(pool, { begin: guarded(forTransactions), end, forTransactions, forPages, forLeases, forOutcomes });
}

/** Executes a page's statement on a connection for pages when it is its turn. Work of minutes is left out: its place would be taken long. */
function routePages(pages: Sql, watch: OnQuery, [query, isPooled, send]: Parameters<OnQuery>): void {
  const isOfPage = isPooled && currentDeadline()?.page !== undefined && !isPatient();
  watch(query, isPooled, isOfPage ? (statement) => void runInTurn(pages as TakingPool, statement) : send);
}

async function runInTurn(pages: TakingPool, statement: PendingQuery<Row[]>): Promise<void> {
  const read = inTurn(async () => {
    pages.take(statement);
    await statement;
  });
  // The statement itself has the error.
  await read.catch(() => undefined);
}

/**
 * Begins transactions that are rolled back if their request is past its deadline (db/deadline.ts), and runs what waits for their commit
 * (db/after-commit.ts).
 */
function guarded(pool: Sql): Sql["begin"] {
  const begin = pool.begin as Begin;
  return ((...args: unknown[]) => {
    const deadline = currentDeadline();
    const work = args.pop() as Work;
    return committing((collect) =>
      begin(...args, async (tx: object) => {
        deadline?.assertNotOver();
        const result = await collect(() => work(tx));
        deadline?.allowCommit();
        return result;
      }),
    );
  }) as Sql["begin"];
}

/** Statements with more parameters are not prepared: their text depends on the number of rows, and each text would be kept. */
const maxParameters = 50;

/** Hides the parameters that Drizzle puts into its errors, since they are personal data. */
const hiddenProperties = Object.fromEntries(["toString", "toJSON", inspect.custom].map((name) => [name, { value: () => "not shown" }]));

/** Hides the row that Postgres quotes from printed errors; code can still read it. */
for (const field of ["detail", "where"]) {
  Object.defineProperty(postgres.PostgresError.prototype, field, {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, field, { value });
    },
  });
}

/**
 * Prepares each statement once per connection. Drizzle asks the driver not to, which costs a second round trip, and Postgres a parse and a
 * plan: a third of the cost of creating a contract. Errors list neither parameters nor rows.
 */
export function prepareStatements<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const method = value as Method;
      if (name === "unsafe") {
        const prepareShort: Method = (text, parameters, options) => {
          const prepare = Array.isArray(parameters) && parameters.length <= maxParameters;
          if (Array.isArray(parameters)) Object.defineProperties(parameters, hiddenProperties);
          return method.call(target, text, parameters, { ...(options as object | undefined), prepare });
        };
        return prepareShort;
      }
      if (name === "begin" || name === "savepoint") {
        const prepareInside: Method = (...args) => {
          const work = args.pop() as (inner: object) => unknown;
          return method.call(target, ...args, (inner: object) => work(prepareStatements(inner)));
        };
        return prepareInside;
      }
      return value;
    },
  });
}

/** Drizzle wraps the driver's error. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

export function violatesConstraint(error: unknown, constraint: string): boolean {
  const cause = causeOf(error);
  return cause instanceof postgres.PostgresError && cause.constraint_name === constraint;
}

/** True for a Postgres error of this SQLSTATE. */
export function hasCode(error: unknown, code: string): boolean {
  const cause = causeOf(error);
  return cause instanceof postgres.PostgresError && cause.code === code;
}

/** True if Postgres would refuse the same data again: invalid values, constraints, or limits such as an index entry's size. */
export function isPermanentError(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof postgres.PostgresError && /^(?:22|23|54)/.test(cause.code);
}

/**
 * Lost connections, a server that became a standby, deadlocks and conflicts, a full disk, too many connections, locks, a shutdown; but not
 * time-outs or memory limits, which the same statement may meet every time. A missing table, column, function or key is that of another
 * release, which its instances take over.
 */
const transientStates = /^(?:08|25006|40|42(?:703|883|P01|P10)|53[13]00|55P03|57P)/;

/** True if the database or a connection failed, so that the same may succeed later. A file that cannot be opened is not of these. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof postgres.PostgresError) return transientStates.test(error.code);
  const isOfConnection = "code" in error && (String(error.code).startsWith("CONNECT") || ("syscall" in error && error.syscall !== "open"));
  return isOfConnection || isTransient(error.cause);
}

/**
 * Does a page's read when it is its turn, and other work at once. A read is one statement, or one transaction on a replica, so that none
 * waits for another one while it has a place.
 */
export async function inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
  const deadline = currentDeadline();
  if (deadline?.page === undefined) return read();
  const turn = Promise.withResolvers<void>();
  const leave = turns.take(deadline.page, turn.resolve);
  const forget = deadline.onEnd(() => turn.reject(deadline.reason));
  try {
    await turn.promise;
    return await read();
  } finally {
    forget();
    leave();
  }
}
