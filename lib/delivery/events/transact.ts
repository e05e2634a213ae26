import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import type { IdempotentWrite, TransactionContext } from "#lib/account/worlds/context.ts";
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

async function commit<T>(idempotency: IdempotentWrite | undefined, run: (tx: Transaction) => Promise<T>): Promise<T> {
  let queued: Queued | undefined;
  const { result, queued: committed } = await db
    .transaction(async (tx) => {
      queued = collectQueued(tx);
      return { result: await run(tx), queued };
    })
    .catch((error: unknown) => {
      for (const reservation of queued?.reservations ?? []) reservation.cancel();
      idempotency?.forget();
      throw error;
    });
  leaveRequest(() => {
    for (const reservation of committed.reservations) void reservation.send();
    if (committed.hasOthers) announceDue("first attempts");
  });
  return result;
}

/** Sending outlives the request: neither its deadline nor its span holds. */
function leaveRequest(work: () => void): void {
  withoutDeadline(() => withoutSpan(work));
}
