import { db, pipelinedDb } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { withoutDeadline } from "#db/deadline.ts";
import { hasQueued } from "#lib/events/emit.ts";
import { nudgeRunners } from "#lib/events/nudge.ts";

/**
 * Runs a change and its events as one transaction; once it is committed, the runners are told where there is work.
 * If that word is lost, their sweep finds the due rows (architecture.md § State changes). With `pipelined`, `run` starts all its
 * statements before the first is answered, and COMMIT goes with them: one round trip, in which no answer can change what follows.
 */
export async function transact<T>(run: (tx: Transaction) => Promise<T>, { pipelined = false } = {}): Promise<T> {
  const { result, hasWork } = await (pipelined ? pipelinedDb : db).transaction(async (tx) => ({
    result: await run(tx),
    hasWork: hasQueued(tx),
  }));
  if (hasWork) withoutDeadline(nudgeRunners);
  return result;
}
