import { db, pipelinedDb } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import type { TransactionContext } from "#lib/context.ts";
import { announceDue } from "#lib/deliveries/due.ts";
import { collectQueued } from "#lib/events/emit.ts";
import type { Queued } from "#lib/events/emit.ts";

/**
 * Runs a change and its events as one transaction. After the commit this process sends the deliveries leased to it, and announces the
 * others to its worker; after a crash their leases expire and any worker acquires them (architecture.md § Deliveries).
 * A verb of the API passes its context and returns the result of `run`: for a write with an `Idempotency-Key` the answer is stored in the
 * same transaction (resolutions.md § 12).
 * With `pipelined`, `run` sends all its statements and COMMIT in one round trip, so no answer can change what follows. A write with an
 * `Idempotency-Key` must wait for answers, and is not pipelined.
 */
export async function transact<T>(
  run: (tx: Transaction) => Promise<T>,
  { idempotency }: TransactionContext = {},
  { pipelined = false } = {},
): Promise<T> {
  let queued: Queued | undefined;
  const { result, queued: committed } = await (pipelined && idempotency === undefined ? pipelinedDb : db)
    .transaction(async (tx) => {
      queued = collectQueued(tx);
      if (idempotency === undefined) return { result: await run(tx), queued };
      await idempotency.open(tx);
      const answer = await run(tx);
      await idempotency.store(tx, answer);
      return { result: answer, queued };
    })
    .catch((error: unknown) => {
      for (const reservation of queued?.reservations ?? []) reservation.cancel();
      throw error;
    });
  withoutDeadline(() => {
    for (const reservation of committed.reservations) void reservation.send();
    if (committed.hasOthers) announceDue("first attempts");
  });
  return result;
}
