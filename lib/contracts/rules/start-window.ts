const minute = 60_000;
const hour = 60 * minute;

/** True once the start has come; then the parties no longer change (resolutions.md § 3, Update). */
export function hasStarted(startDate: Date, now: Date): boolean {
  return startDate <= now;
}

/** True where a new start lies more than 30 minutes back: cover is not sold for the past (resolutions.md § 3, Create). */
export function isBackdated(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() > 30 * minute;
}

/**
 * True until 4 hours after the start, and before it. So long a contract or a product is cancelled and its dates
 * can move; later it is terminated and they are frozen (partner-api.md § Limits, resolutions.md § 3).
 */
export function isCancellable(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() <= 4 * hour;
}

/** True for less than 2 hours after a closing: so long an LLD still takes corrections (resolutions.md § 3, Update). */
export function isCorrectable(closedAt: Date, now: Date): boolean {
  return now.getTime() - closedAt.getTime() < 2 * hour;
}
