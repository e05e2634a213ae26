import { setImmediate as nextTurn } from "node:timers/promises";
import { inspect } from "node:util";
import postgres from "postgres";
import type { Options, Sql, TransactionSql } from "postgres";
import { currentDeadline } from "#db/deadline.ts";

/*
 * Everything that we add to postgres.js, from outside. What can only be mended inside it is in patches/, to be dropped when a release
 * mends it (numbers of porsager/postgres):
 * - A connection that is closed forgets what it had not sent yet, the statements under way and their error: without this the next
 *   start-up message was never sent, and requests hung for ever (#1208, #1209), or the next statement met the old error (#1142).
 * - A connection that is closed while it starts fails its statement, which else was tried for ever (#1193, #1214).
 * - A transaction refuses statements once its connection is closed; they ran on the next one, in whosever transaction that was, or
 *   ended the process (#1133, #1154, #1215, #1216).
 * - BEGIN keeps its connection, however many statements are under way on it (#1189).
 */

type Method = (...args: unknown[]) => unknown;
type Begin = (...args: unknown[]) => Promise<unknown>;
type Work = (tx: object) => Promise<unknown>;

/** A pool of `count` connections, two at the least: half of them for transactions, the others for statements. */
export function openPool(url: string, count: number, options: Options<Record<string, never>>): Sql {
  const forTransactions = Math.ceil(count / 2);
  const statements = postgres(url, { ...options, max: Math.max(1, count - forTransactions) });
  // Read as they are: Drizzle says in them how values are read and written, and is to say it to both.
  const same = { ...statements.options, max: forTransactions } as unknown as Options<Record<string, never>>;
  return guardTransactions(splitPool(statements, postgres(same)));
}

/**
 * A client that sends its transactions to a pool of their own. Else statements wait wherever transactions hold every connection,
 * which may be for as long as they wait for each other's locks.
 */
function splitPool(statements: Sql, transactions: Sql): Sql {
  const endStatements = statements.end.bind(statements);
  const end: Sql["end"] = async (options) => void (await Promise.all([endStatements(options), transactions.end(options)]));
  return Object.assign(statements, { begin: transactions.begin, end });
}

/** A client that rolls a transaction back where the deadline of its request is over before it is committed (db/deadline.ts). */
function guardTransactions(client: Sql): Sql {
  const begin = client.begin as Begin;
  const beginGuarded: Begin = async (...args) => {
    const deadline = currentDeadline();
    if (deadline === undefined) return begin(...args);
    const work = args.pop() as Work;
    return begin(...args, async (tx: object) => {
      deadline.assertNotOver();
      const result = await work(tx);
      deadline.allowCommit();
      return result;
    });
  };
  return Object.assign(client, { begin: beginGuarded });
}

/** The statements of a pipelined transaction. */
interface Pipeline {
  /** Those that were started; `state` once they are sent. */
  started: { state?: { pid: number } | null }[];
  /** Its COMMIT is sent, or it has failed. */
  isClosed: boolean;
  /** Its COMMIT is answered. */
  isOver: boolean;
}

/**
 * A client whose transactions send their COMMIT together with their statements, so that all of it is one round trip after BEGIN. Their
 * work starts every statement before the first is answered; a statement that comes later is refused. Where one fails, or the work
 * fails at once, nothing is committed. What is not done at the deadline is cancelled.
 */
export function pipelineTransactions(client: Sql): Sql {
  const begin = client.begin as Begin;
  const beginPipelined: Begin = (...args) => {
    const work = args.pop() as Work;
    const { promise, resolve, reject } = Promise.withResolvers();
    const transaction = begin(...args, async (tx: TransactionSql) => {
      const pipeline: Pipeline = { started: [], isClosed: false, isOver: false };
      const outcome = Promise.allSettled([work(follow(tx, pipeline))]);
      // By then all statements are on their way, or the work has failed without the database.
      const [early] = await Promise.race([outcome, nextTurn([undefined])]);
      pipeline.isClosed = true;
      if (early?.status === "rejected") throw early.reason;
      currentDeadline()?.allowCommit(() => cancel(client, pipeline));
      const commit = tx.unsafe("commit").execute();
      resolve(endOf(outcome, commit).finally(() => (pipeline.isOver = true)));
      // The connection is free once it has answered: the driver is not to send an end of its own.
      return new Promise(() => undefined);
    });
    transaction.catch(reject);
    return promise;
  };
  return Object.assign(Object.create(client) as Sql, { begin: beginPipelined });
}

/** What a pipelined transaction came to: its result once it is committed, or its first failure. */
async function endOf(outcome: Promise<[PromiseSettledResult<unknown>]>, commit: PromiseLike<{ command: string }>): Promise<unknown> {
  const [[work], [end]] = await Promise.all([outcome, Promise.allSettled([commit])]);
  if (work.status === "rejected") throw work.reason;
  if (end.status === "rejected") throw end.reason;
  if (end.value.command !== "COMMIT") throw new Error("the transaction was rolled back");
  return work.value;
}

/** Has Postgres end a transaction whose COMMIT is on its way: it then answers how that ended. */
function cancel(client: Sql, { started, isOver }: Pipeline): void {
  const pid = started.find(({ state }) => state)?.state?.pid;
  if (isOver || pid === undefined) return;
  // Where this fails too, Postgres is gone, and whoever waits is told after a while.
  client`select pg_cancel_backend(${pid})`.catch(() => undefined);
}

/** A transaction that notes its statements, and takes none once its pipeline is closed: its connection may be another's by then. */
function follow(tx: object, pipeline: Pipeline): object {
  const note = (method: Method, self: unknown, args: unknown[]): unknown => {
    if (pipeline.isClosed) throw new Error("a statement came after the COMMIT of its pipelined transaction");
    const statement = Reflect.apply(method, self, args);
    pipeline.started.push(statement as Pipeline["started"][number]);
    return statement;
  };
  return new Proxy(tx, {
    apply: (target, self, args) => note(target as Method, self, args),
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (...args: unknown[]) => note(value as Method, target, args) : value;
    },
  });
}

/** Statements with more parameters are left alone: their text depends on how many rows they write, and each would be kept. */
const maxParameters = 50;

/** Drizzle names a statement's parameters in the error of its failure, for whoever prints that: they are what people entrusted to us. */
const unsaid = Object.fromEntries(["toString", "toJSON", inspect.custom].map((name) => [name, { value: () => "not shown" }]));

/** Where Postgres quotes the row that it refused: for code to read, and not for whoever prints the error. */
for (const field of ["detail", "where"]) {
  Object.defineProperty(postgres.PostgresError.prototype, field, {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, field, { value });
    },
  });
}

/**
 * A client that has Postgres prepare each statement once per connection. Drizzle asks it not to, which costs
 * every statement a second round trip, and Postgres a parse and a plan: a third of what creating a contract costs it.
 * No error of a statement lists its parameters, or the row that they make.
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
          if (Array.isArray(parameters)) Object.defineProperties(parameters, unsaid);
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

/** The error of the driver itself: Drizzle wraps it in one of its own. */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/** Whether a statement failed because it would have broken this constraint. */
export function violatesConstraint(error: unknown, constraint: string): boolean {
  const cause = causeOf(error);
  return cause instanceof postgres.PostgresError && cause.constraint_name === constraint;
}

/** Whether Postgres would refuse the same data again: a value that it does not take, a constraint, or more than it holds, such as in an index. */
export function isRefusedForGood(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof postgres.PostgresError && /^(?:22|23|54)/.test(cause.code);
}

/**
 * Lost or refused connections, deadlocks and conflicts, a full disk, too many connections, locks that others hold, a shutdown. Not what
 * the same statement may meet each time: one that takes too long, or needs more memory or files than it may have.
 */
const passingStates = /^(?:08|40|53[13]00|55P03|57P)/;

/** Whether the database or the way to it was at fault, not what it was asked: the same may succeed later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof postgres.PostgresError) return passingStates.test(error.code);
  const isOfConnection = "code" in error && (String(error.code).startsWith("CONNECT") || "syscall" in error);
  return isOfConnection || isTransient(error.cause);
}
