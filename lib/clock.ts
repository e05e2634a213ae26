/**
 * The present moment. Only this file reads the time, so that it can be told what time it is: an entry (a request, a job's run, a
 * command) reads it once, and everything below takes that moment as `now`.
 */
export function currentTime(): Date {
  return new Date();
}

/**
 * The clock of a world (resolutions.md § 15). That of a development world can be moved forward; every other shows the real time.
 * While what became due by a move is being done, it stands at the moment to which that has come.
 */
export interface WorldClock {
  offsetMs: number;
  standsAt: Date | null;
}

/** The clock of a world that nobody has moved. */
export const realClock: WorldClock = { offsetMs: 0, standsAt: null };

/**
 * A moment as a world has it, by which everything in that world happens, and as it really is. Deliveries, sessions, limits, the call log,
 * the audit log, links and `Idempotency-Key`s go by the real time.
 */
export interface Moment {
  now: Date;
  realTime: Date;
}

/** A real moment by the clock of a world. */
export function momentOf({ offsetMs, standsAt }: WorldClock, realTime: Date): Moment {
  return { now: standsAt ?? new Date(realTime.getTime() + offsetMs), realTime };
}

/** A moment of a world whose clock shows the real time. */
export function realMoment(realTime: Date): Moment {
  return { now: realTime, realTime };
}

/** Whether a clock shows another time than the real one. */
export function isMoved({ offsetMs, standsAt }: WorldClock): boolean {
  return offsetMs > 0 || standsAt !== null;
}
