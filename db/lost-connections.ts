import type { Options, PendingQuery, Row, Sql } from "postgres";
import { currentDeadline, isPatient } from "#db/deadline.ts";

/*
 * A primary that freezes, or whose machine vanishes, leaves its connections open and says nothing more. The driver would wait for them
 * forever, although a new connection might reach the primary that took over.
 */

const patientMs = 600_000;
const sweepMs = 250;

/** A statement on a server that became a standby: the connection is as good as lost. */
const readOnlyState = "25006";

/** A connection of the pool, added by the patch of postgres.js. */
interface Connection {
  /** When bytes last came, by `performance.now()`. */
  heardAt: number;
  /** Open, without a statement or a transaction. */
  isIdle(): boolean;
  /** Closes it at once; waiting statements fail with CONNECTION_CLOSED. */
  destroy(): void;
  /** Has Postgres cancel the statement that it executes. */
  cancel(): void;
}

/** The options of a pool as the driver keeps them, with those that the patch adds. */
interface PoolState {
  host: string[];
  /** The state that all connections share; `host` is the one that the next connection tries first. */
  shared: { backends: Connection[]; host: number };
}

type Statement = PendingQuery<Row[]> & {
  /** Null until it is sent. */
  state: Connection | null;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  /** Its text, once it is sent. */
  string?: string;
  /** The parts of its text. */
  strings: readonly string[];
  options: { onexecute?: () => unknown };
};

interface WaitingQuery {
  since: number;
  limitMs: number;
  /** True if the statement is rejected when no connection became free in time. */
  isTakenBack: boolean;
}

/** The statements that end a transaction are executed even when its work is over. */
const end = /^(?:commit|rollback)/;

export interface SilenceSettings {
  /** How long a connection may say nothing while a statement waits for it, unless the work is patient. */
  silenceMs?: number | undefined;
  /** Told how long a statement took, its wait for a connection included. */
  onAnswer?: ((seconds: number) => void) | undefined;
  /** Told of each statement; what it returns is told of its end. */
  onStatement?: (() => ((text: string, error?: unknown) => void) | undefined) | undefined;
  /** Told when connections were closed because the database was silent. */
  onSilence?: ((closed: { silent: number; idle: number; silentMs: number }) => void) | undefined;
}

const defaultSilenceMs = 10_000;

/** The reason has a code of its own, since that of `cancel` would say that somebody wanted it so. */
function takeBack(statement: Statement): void {
  const code = "CONNECTION_UNAVAILABLE";
  statement.reject(Object.assign(new Error(`${code}: no connection to the database was free in time`), { code }));
  statement.cancel();
}

/** The options that the patch of postgres.js adds. */
export interface WatchedOptions extends Options<Record<string, never>> {
  onquery: OnQuery;
}

/** Is given each statement, and `send`, which hands it on; `isPooled` is false within a transaction. */
export type OnQuery = (statement: PendingQuery<Row[]>, isPooled: boolean, send: (statement: PendingQuery<Row[]>) => void) => void;

function stateOf(pool: Sql): PoolState {
  // The types of the driver do not know what our patch keeps in the options.
  return pool.options as unknown as PoolState;
}

export function countConnections(pool: Sql): { idle: number; busy: number } {
  const { backends } = stateOf(pool).shared;
  const idle = backends.filter((connection) => connection.isIdle()).length;
  return { idle, busy: backends.length - idle };
}

/** True if a connection of the pool received something within `withinMs`, if only the end of a wait for a lock. */
export function wasHeard(pool: Sql, withinMs: number): boolean {
  const { backends } = stateOf(pool).shared;
  return backends.some(({ heardAt }) => performance.now() - heardAt < withinMs);
}

/**
 * Watches the statements of a pool, and cancels each whose work is over (db/deadline.ts). The driver holds a connection back until Postgres
 * has received the cancellation, so that it never hits another one's statement. `start` begins to close lost connections, and returns a function that ends it. */
export function watchConnections({ silenceMs = defaultSilenceMs, onAnswer, onStatement, onSilence }: SilenceSettings): {
  onquery: OnQuery;
  start: (pool: Sql) => () => void;
} {
  const waiting = new Map<Statement, WaitingQuery>();

  function onquery(query: PendingQuery<Row[]>, isPooled: boolean, send: (statement: PendingQuery<Row[]>) => void): void {
    const statement = query as Statement;
    const { resolve, reject } = statement;
    const since = performance.now();
    const isLong = isPatient();
    const deadline = isLong || end.test(statement.strings[0] ?? "") ? undefined : currentDeadline();
    const forget = deadline?.onEnd(() => statement.cancel());
    const endSpan = onStatement?.();
    const settle = (error?: unknown): boolean => {
      if (!waiting.delete(statement)) return false;
      forget?.();
      endSpan?.(statement.string ?? "", error);
      return true;
    };
    // Others would wait behind it.
    if (isLong && isPooled) statement.options.onexecute ??= () => false;
    waiting.set(statement, { since, limitMs: isLong ? patientMs : silenceMs, isTakenBack: currentDeadline() !== undefined });
    statement.resolve = (result) => {
      settle();
      onAnswer?.((performance.now() - since) / 1000);
      resolve(result);
    };
    statement.reject = (error) => {
      if (!settle(error)) return;
      reject(error);
      if (error instanceof Error && "code" in error && error.code === readOnlyState) statement.state?.destroy();
    };
    if (deadline?.reason === undefined) send(statement);
    else statement.reject(deadline.reason);
  }

  /**
   * Closes connections that said nothing for as long as one of their statements may wait, and idle ones that said nothing since that
   * statement began: their next one would find out just as late.
   */
  function sweep({ host: hosts, shared }: PoolState): void {
    const connections = shared.backends;
    const now = performance.now();
    const silent = new Map<Connection, number>();
    for (const [statement, { since, limitMs, isTakenBack }] of waiting) {
      const connection = statement.state;
      const silentSince = Math.max(since, connection?.heardAt ?? 0);
      if (now - silentSince < limitMs) continue;
      if (connection !== null) silent.set(connection, Math.min(silentSince, silent.get(connection) ?? now));
      else if (isTakenBack) takeBack(statement);
    }
    if (silent.size === 0) return;
    const since = Math.min(...silent.values());
    const idle = connections.filter((connection) => connection.isIdle() && connection.heardAt < since);
    for (const connection of silent.keys()) connection.cancel();
    for (const connection of [...silent.keys(), ...idle]) connection.destroy();
    // The next connection tries another host first, unless one of this host was heard meanwhile.
    const isHostSilent = connections.every(({ heardAt }) => heardAt <= Math.max(...silent.values()));
    if (isHostSilent) shared.host = (shared.host + 1) % hosts.length;
    onSilence?.({ silent: silent.size, idle: idle.length, silentMs: Math.round(now - since) });
  }

  function start(pool: Sql): () => void {
    const state = stateOf(pool);
    const timer = setInterval(() => sweep(state), sweepMs).unref();
    return () => clearInterval(timer);
  }

  return { onquery, start };
}
