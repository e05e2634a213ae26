const minute = 60_000;

/** How long after a failed attempt the next one follows; after the last the delivery has failed (partner-api.md § Delivery rules). */
const retryDelays = [1 * minute, 5 * minute, 30 * minute] as const;

/** What becomes of a delivery after an attempt. */
export type Outcome = { status: "succeeded" | "failed"; nextAttemptAt: null } | { status: "retrying"; nextAttemptAt: Date };

/**
 * What follows an attempt: done on a 2xx, otherwise a retry 1, 5 and 30 minutes after the attempt before failed
 * (resolutions.md § 9). `cycleAttempt` counts from 1 within its cycle; a replay begins a new one.
 */
export function decideOutcome(attempt: { cycleAttempt: number; succeeded: boolean; endedAt: Date }): Outcome {
  if (attempt.succeeded) return { status: "succeeded", nextAttemptAt: null };
  const delay = retryDelays[attempt.cycleAttempt - 1];
  if (delay === undefined) return { status: "failed", nextAttemptAt: null };
  return { status: "retrying", nextAttemptAt: new Date(attempt.endedAt.getTime() + delay) };
}
