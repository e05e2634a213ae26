const hourMs = 3_600_000;
/** Fewer calls say little: one refused call of two is no outage. */
export const fewestCalls = 10;

export interface HourOfCalls {
  calls: number;
  errors: number;
}

export type ErrorRateVerdict =
  | { isHigh: true; since: Date; calls: number; errors: number }
  /** `mayLast`: an alert that has begun is not over yet. */
  | { isHigh: false; mayLast: boolean };

interface TwoHours {
  present: HourOfCalls;
  before: HourOfCalls;
}

export function hasEnoughCalls({ present, before }: TwoHours): boolean {
  return present.calls + before.calls >= fewestCalls;
}

/**
 * Judges the share of refused calls, in percent, of the present hour so far, or with the hour before where that has few calls. It is over
 * once a whole hour was below the threshold, so that a rate around it is one cause.
 */
export function judgeErrorRate({ present, before }: TwoHours, threshold: number, now: Date): ErrorRateVerdict {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  const isEnough = present.calls >= fewestCalls;
  const looked = isEnough ? present : { calls: present.calls + before.calls, errors: present.errors + before.errors };
  if (hasEnoughCalls({ present, before }) && isAbove(looked, threshold)) {
    return { isHigh: true, since: new Date(isEnough && !isAbove(before, threshold) ? hour : hour - hourMs), ...looked };
  }
  return { isHigh: false, mayLast: isAbove(present, threshold) || isAbove(before, threshold) };
}

function isAbove({ calls, errors }: HourOfCalls, threshold: number): boolean {
  return calls > 0 && (100 * errors) / calls >= threshold;
}
