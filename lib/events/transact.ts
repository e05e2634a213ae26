import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import type { TransactionContext } from "#lib/context.ts";
import { hasQueued } from "#lib/events/emit.ts";
import { nudgeRunners } from "#lib/events/nudge.ts";

/**
 * Runs a change and its events as one transaction; once it is committed, the runners are told where there is work.
 * If that word is lost, their sweep finds the due rows (architecture.md § State changes).
 *
 * A verb of the API makes its change in one transaction, gives its context, and answers what `run` returns, or a `Batch` of it: for a
 * write with an `Idempotency-Key` the answer is stored in the same transaction (resolutions.md § 12).
 */
export async function transact<T>(run: (tx: Transaction) => Promise<T>, { idempotency }: TransactionContext = {}): Promise<T> {
  const { result, hasWork } = await db.transaction(async (tx) => {
    await idempotency?.open(tx);
    const answer = await run(tx);
    await idempotency?.store(tx, answer);
    return { result: answer, hasWork: hasQueued(tx) };
  });
  if (hasWork) nudgeRunners();
  return result;
}
