/** Only this file reads the time. An entry point (a request, a run of a job, a command) calls it once and passes the moment on as `now`. */
export function currentTime(): Date {
  return new Date();
}

/**
 * Only a development world's clock can be moved, forward (rules/sandbox.md#clock-1). While due work is done, it is paused at `pausedAt`.
 */
export interface WorldClock {
  offsetMs: number;
  pausedAt: Date | null;
}

export const realClock: WorldClock = { offsetMs: 0, pausedAt: null };

/** Deliveries, sessions, limits, the call log, the audit log, links and `Idempotency-Key`s go by `realTime`. */
export interface Moment {
  now: Date;
  realTime: Date;
}

export function momentOf({ offsetMs, pausedAt }: WorldClock, realTime: Date): Moment {
  return { now: pausedAt ?? new Date(realTime.getTime() + offsetMs), realTime };
}

export function realMoment(realTime: Date): Moment {
  return { now: realTime, realTime };
}

export function isShifted({ offsetMs, pausedAt }: WorldClock): boolean {
  return offsetMs > 0 || pausedAt !== null;
}
