import type { Sql } from "postgres";

/** How long the driver has to end: for a connection that was lost it may wait for ever. */
const endSeconds = 2;

type Begin = (...args: unknown[]) => Promise<unknown>;

/**
 * A postgres.js client of two: `transactions`, with `count` connections, begins the transactions, one to a connection, and `statements`
 * does everything else. By itself the driver sends BEGIN down a connection on which statements are under way, and where these are 99 it
 * forgets that the connection is taken (porsager/postgres#1189): the transaction fails, stays open, and whatever is sent down
 * that connection from then on is in it, answered and perhaps never committed.
 */
export function apart(statements: Sql, transactions: Sql, count: number): Sql {
  const begin = transactions.begin as Begin;
  const waiting: (() => void)[] = [];
  let free = count;

  /** Returns when a connection is idle, in the order of those who asked. */
  async function take(): Promise<void> {
    if (free === 0) return new Promise((resolve) => waiting.push(resolve));
    free -= 1;
  }
  function release(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }
  const beginApart: Begin = async (...args) => {
    await take();
    try {
      return await begin(...args);
    } finally {
      release();
    }
  };
  const endStatements = statements.end.bind(statements);
  const end: Sql["end"] = async (given) => {
    const options = { timeout: endSeconds, ...given };
    await Promise.all([endStatements(options), transactions.end(options)]);
  };
  return Object.assign(statements, { begin: beginApart, end });
}
