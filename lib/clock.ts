/** Only this file reads the time. An entry point (a request, a run of a job, a command) calls it once and passes the moment on as `now`. */
export function currentTime(): Date {
  return new Date();
}

/**
 * The clock of a world (resolutions.md § 15). Only a development world's can be moved forward. While due work of a move is in progress, the
 * world stands at `standsAt`.
 */
export interface WorldClock {
  offsetMs: number;
  standsAt: Date | null;
}

export const realClock: WorldClock = { offsetMs: 0, standsAt: null };

/**
 * The time of a world, and real time, which deliveries, sessions, limits, the call log, the audit log, links and `Idempotency-Key`s go by.
 */
export interface Moment {
  now: Date;
  realTime: Date;
}

export function momentOf({ offsetMs, standsAt }: WorldClock, realTime: Date): Moment {
  return { now: standsAt ?? new Date(realTime.getTime() + offsetMs), realTime };
}

/** For a world whose clock shows real time. */
export function realMoment(realTime: Date): Moment {
  return { now: realTime, realTime };
}

export function isMoved({ offsetMs, standsAt }: WorldClock): boolean {
  return offsetMs > 0 || standsAt !== null;
}
