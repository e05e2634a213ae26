import type { AttemptTrigger } from "#lib/deliveries/schema.ts";

const minute = 60_000;

/** How long after a failed attempt the next one follows; after the last the delivery has failed (partner-api.md § Delivery rules). */
const retryDelays = [1 * minute, 5 * minute, 30 * minute] as const;

/** What becomes of a delivery after an attempt. */
export type Outcome =
  | { status: "succeeded" | "failed"; nextAttemptAt: null }
  /** `cycleAttempt` is the number in its cycle that the next attempt has. */
  | { status: "retrying"; nextAttemptAt: Date; cycleAttempt: number };

/**
 * What follows an attempt: done on a 2xx, otherwise a retry 1, 5 and 30 minutes after the attempt before failed
 * (resolutions.md § 9). `cycleAttempt` counts from 1 within its cycle; a replay begins a new one. A retry that somebody asked for
 * uses up none of the automatic ones: the wait before the next begins anew.
 */
export function decideOutcome(attempt: { cycleAttempt: number; trigger?: AttemptTrigger; succeeded: boolean; endedAt: Date }): Outcome {
  const { cycleAttempt, trigger = "automatic", succeeded, endedAt } = attempt;
  if (succeeded) return { status: "succeeded", nextAttemptAt: null };
  const used = trigger === "manual" ? Math.max(1, cycleAttempt - 1) : cycleAttempt;
  const delay = retryDelays[used - 1];
  if (delay === undefined) return { status: "failed", nextAttemptAt: null };
  return { status: "retrying", nextAttemptAt: new Date(endedAt.getTime() + delay), cycleAttempt: used + 1 };
}
