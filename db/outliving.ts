import { setImmediate as turn } from "node:timers/promises";
import type { Sql } from "postgres";

type Method = (...args: unknown[]) => unknown;
type Work = (tx: object) => unknown;

/** Whether the connection of a transaction is gone. */
interface Fate {
  isGone: boolean;
}

/**
 * A postgres.js client whose transactions outlive the loss of their connection. By itself it rolls back on the connection that is
 * gone, which is an error that nobody can catch: a database that restarts would take every process with it that has a
 * transaction open (porsager/postgres#1154). Here such a transaction ends with the driver's `CONNECTION_CLOSED` alone.
 */
export function outliving(client: Sql): Sql {
  const begin = client.begin as Method;
  const beginOutliving: Method = (...args) => {
    const work = args.pop() as Work;
    const fate: Fate = { isGone: false };
    const done = begin(...args, (tx: object) => workOn(tx, work, fate)) as Promise<unknown>;
    // The driver gives up as soon as the connection is closed, and knows nothing of what the work still does.
    done.catch(() => (fate.isGone = true));
    return done;
  };
  return Object.assign(client, { begin: beginOutliving });
}

/** Does the work; where it fails and the connection is gone, it never ends, as its end is what the driver would write to the connection. */
async function workOn(tx: object, work: Work, fate: Fate): Promise<unknown> {
  let failure: { error: unknown } | undefined;
  try {
    const result = await work(guard(tx, fate));
    if (!fate.isGone) return result;
  } catch (error) {
    failure = { error };
  }
  // A connection that has failed is closed one turn later.
  await turn();
  await turn();
  if (failure === undefined || fate.isGone) return new Promise(() => undefined);
  throw failure.error;
}

/** The transaction, which refuses statements once its connection is gone. */
function guard(tx: object, fate: Fate): object {
  const refuseIfGone = (): void => {
    if (fate.isGone) throw new Error("the connection of this transaction is closed");
  };
  return new Proxy(tx, {
    apply(target, self, args): unknown {
      refuseIfGone();
      return Reflect.apply(target as Method, self, args);
    },
    get(target, name): unknown {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const method = value as Method;
      const guarded: Method = (...args) => {
        refuseIfGone();
        if (name !== "savepoint") return method.apply(target, args);
        const work = args.pop() as Work;
        return method.call(target, ...args, (inner: object) => workOn(inner, work, fate));
      };
      return guarded;
    },
  });
}
