import { db, pipelinedDb } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import { announceDue } from "#lib/deliveries/due.ts";
import { collectQueued } from "#lib/events/emit.ts";
import type { Queued } from "#lib/events/emit.ts";

/**
 * Runs a change and its events as one transaction. Once it is committed, this process sends the deliveries that were born leased to it,
 * and its worker is told where there are others. If it ends before, the leases run out and any worker finds the due rows
 * (architecture.md § Deliveries). With `pipelined`, `run` starts all its statements before the first is answered, and COMMIT goes with
 * them: one round trip, in which no answer can change what follows.
 */
export async function transact<T>(run: (tx: Transaction) => Promise<T>, { pipelined = false } = {}): Promise<T> {
  let queued: Queued | undefined;
  const { result, queued: committed } = await (pipelined ? pipelinedDb : db)
    .transaction(async (tx) => {
      queued = collectQueued(tx);
      return { result: await run(tx), queued };
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
