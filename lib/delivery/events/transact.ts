import { db } from "#db/client.ts";
import type { Executor, Transaction } from "#db/client.ts";
import type { Part } from "#db/constant-statement.ts";
import { withoutDeadline } from "#db/deadline.ts";
import { executeAlone } from "#db/execute-alone.ts";
import type { IdempotentStatement, IdempotentWrite, TransactionContext } from "#lib/account/worlds/context.ts";
import { announceDue } from "#lib/delivery/deliveries/due.ts";
import { collectQueued } from "#lib/delivery/events/emit.ts";
import type { Queued } from "#lib/delivery/events/emit.ts";
import { withoutSpan } from "#lib/platform/traces/spans.ts";

/**
 * Runs a change and its events as one transaction. After the commit this process sends the deliveries leased to it, and announces the
 * others to its worker; after a crash their leases expire and any worker acquires them.
 * A verb of the API passes its context and returns the result of `run`: for a write with an `Idempotency-Key` the answer is stored in the
 * same transaction (rules/idempotency.md#keys-2).
 */
export function transact<T>(run: (tx: Transaction) => Promise<T>, { idempotency }: TransactionContext = {}): Promise<T> {
  return commit(idempotency, async (tx) => {
    await idempotency?.open(tx);
    const answer = await run(tx);
    await idempotency?.store(tx, answer);
    return answer;
  });
}

/**
 * Runs a change with its events as one statement, which Postgres commits by itself: BEGIN and COMMIT cost a creation a sixth of its CPU.
 * `write` executes exactly one statement. `storing`, if any, is a part of it and stores the answer under the `Idempotency-Key`.
 */
export async function commitStatement<T>(
  answer: T,
  write: (tx: Executor, storing: Part | undefined) => Promise<void>,
  { idempotency }: { idempotency?: IdempotentStatement | undefined },
): Promise<T> {
  let isDone = false;
  const tx: Executor = {
    execute: async (statement) => {
      if (isDone) throw new Error("a second statement is not part of this change");
      isDone = true;
      return executeAlone(statement);
    },
  };
  const queued = collectQueued(tx);
  try {
    await write(tx, idempotency?.storing(answer));
  } catch (error) {
    cancelQueued(queued);
    idempotency?.forget();
    throw idempotency === undefined ? error : idempotency.explain(error);
  }
  sendQueued(queued);
  return answer;
}

async function commit<T>(idempotency: IdempotentWrite | undefined, run: (tx: Transaction) => Promise<T>): Promise<T> {
  let queued: Queued | undefined;
  const { result, queued: committed } = await db
    .transaction(async (tx) => {
      queued = collectQueued(tx);
      return { result: await run(tx), queued };
    })
    .catch((error: unknown) => {
      if (queued !== undefined) cancelQueued(queued);
      idempotency?.forget();
      throw error;
    });
  sendQueued(committed);
  return result;
}

function cancelQueued({ reservations }: Queued): void {
  for (const reservation of reservations) reservation.cancel();
}

/** Sending outlives the request: neither its deadline nor its span holds. */
function sendQueued({ reservations, hasOthers }: Queued): void {
  withoutDeadline(() =>
    withoutSpan(() => {
      for (const reservation of reservations) void reservation.send();
      if (hasOthers) announceDue("first attempts");
    }),
  );
}
