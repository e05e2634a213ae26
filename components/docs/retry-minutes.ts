import { decideOutcome } from "#lib/deliveries/rules/schedule.ts";

const minute = 60_000;

/** How many minutes after a failed attempt the next one follows, attempt by attempt. */
export function retryMinutes(): number[] {
  const endedAt = new Date(0);
  const minutes: number[] = [];
  for (let cycleAttempt = 1; ; cycleAttempt += 1) {
    const { nextAttemptAt } = decideOutcome({ cycleAttempt, succeeded: false, endedAt });
    if (nextAttemptAt === null) return minutes;
    minutes.push(nextAttemptAt.getTime() / minute);
  }
}
