import type { AttemptTrigger } from "#lib/delivery/deliveries/schema.ts";

const minute = 60_000;

/** After a failed attempt; after the last one the delivery has failed (rules/deliveries.md#attempts-1). */
const retryDelays = [1 * minute, 5 * minute, 30 * minute] as const;

export type Outcome =
  | { status: "succeeded" | "failed"; nextAttemptAt: null }
  | { status: "retrying"; nextAttemptAt: Date; cycleAttempt: number };

/**
 * Decides what follows an attempt: success on 2xx, otherwise a retry after 1, 5 and 30 minutes (rules/deliveries.md#attempts-1).
 * `cycleAttempt` counts from 1 in each cycle; a replay begins a new one. A manual retry uses up no automatic one: the same delay begins
 * anew.
 */
export function decideOutcome(attempt: { cycleAttempt: number; trigger?: AttemptTrigger; succeeded: boolean; endedAt: Date }): Outcome {
  const { cycleAttempt, trigger = "automatic", succeeded, endedAt } = attempt;
  if (succeeded) return { status: "succeeded", nextAttemptAt: null };
  const used = trigger === "manual" ? Math.max(1, cycleAttempt - 1) : cycleAttempt;
  const delay = retryDelays[used - 1];
  if (delay === undefined) return { status: "failed", nextAttemptAt: null };
  return { status: "retrying", nextAttemptAt: new Date(endedAt.getTime() + delay), cycleAttempt: used + 1 };
}
