/** Per instance, so that a slow webhook does not slow down others (rules/deliveries.md#attempts-7). */
export const inFlightPerWebhook = 8;

/** Bounds the memory and connections of an instance. */
export const maxHeld = 10_000;
/** Bounds a statement, since the next acquisition waits for it. */
export const maxAcquiredAtOnce = 1_000;

const windowMs = 250;
const maxPerWebhook = 256;

/** The number that the instance sends in a quarter of a second; the rest stays in the queue, where it can be cancelled. */
export function heldPerWebhook(meanDurationMs: number | undefined): number {
  if (meanDurationMs === undefined) return inFlightPerWebhook;
  const sendable = Math.floor((inFlightPerWebhook * windowMs) / Math.max(meanDurationMs, 0.1));
  return Math.min(maxPerWebhook, Math.max(inFlightPerWebhook, sendable));
}

/** An exponential moving average, so that it follows an endpoint that slows down. */
export function updateMeanDuration(meanDurationMs: number | undefined, durationMs: number): number {
  return meanDurationMs === undefined ? durationMs : meanDurationMs + (durationMs - meanDurationMs) / 8;
}
