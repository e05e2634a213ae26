import { setTimeout as pause } from "node:timers/promises";
import { isRefusedForGood } from "#db/driver.ts";
import { settleAttempts } from "#lib/deliveries/settle.ts";
import type { MadeAttempt } from "#lib/deliveries/settle.ts";
import { log } from "#lib/log.ts";

/** How long attempts gather, so that one statement settles many. */
const gatherMs = 10;
const retryMs = 250;
const mostAtOnce = 500;

export interface Settling {
  /** Has an attempt settled soon, together with others. */
  add(attempt: MadeAttempt): void;
  /** Whether the database is away: what is sent meanwhile may not be noted before its lease is over, and would be sent again. */
  isAway(): boolean;
  /** Settles what is there, with one try each, and takes nothing more. */
  finish(): Promise<void>;
}

/**
 * Settles a runner's attempts in batches, one at a time. While the database is away they are kept and tried again: a claim that
 * runs out meanwhile has its delivery sent again, which receivers tolerate (partner-api.md § Delivery rules). `onBack` is called
 * when it is there again.
 */
export function startSettling(runner: string, clock: () => Date, onBack: () => void): Settling {
  const made: MadeAttempt[] = [];
  let settling: Promise<void> | undefined;
  let isAway = false;
  let isFinishing = false;

  async function settleAll(): Promise<void> {
    if (!isFinishing) await pause(gatherMs);
    while (made.length > 0) {
      const batch = made.splice(0, mostAtOnce);
      try {
        await settleBatch(batch);
        const wasAway = isAway;
        isAway = false;
        if (wasAway) onBack();
      } catch (error) {
        log.error(
          { error, attempts: batch.length },
          isFinishing ? "attempts were not noted" : "attempts could not be noted yet; they are tried again",
        );
        if (isFinishing) continue;
        isAway = true;
        made.push(...batch);
        await pause(retryMs);
      }
    }
    // At once, so that nothing is added to a run that has ended.
    settling = undefined;
  }

  async function settleBatch(batch: readonly MadeAttempt[]): Promise<void> {
    try {
      await settleAttempts(runner, batch, clock());
    } catch (error) {
      if (!isRefusedForGood(error)) throw error;
      const [only, ...more] = batch;
      if (only !== undefined && more.length === 0) log.error({ error, deliveryId: only.deliveryId }, "an attempt cannot be noted");
      // One row of them is at fault, and must not keep the others from being settled.
      else for (const attempt of batch) await settleBatch([attempt]);
    }
  }

  return {
    add(attempt) {
      made.push(attempt);
      settling ??= settleAll();
    },
    isAway: () => isAway,
    async finish() {
      isFinishing = true;
      await settling;
      await settleAll();
    },
  };
}
