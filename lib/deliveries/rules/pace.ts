/** How many requests an instance has in flight to one webhook, so that a slow one holds back nobody else (resolutions.md § 9). */
export const inFlightPerWebhook = 8;

/** How many deliveries an instance holds in all, sent and waiting to be: what bounds its memory and its connections. */
export const maxHeld = 10_000;
/** How many deliveries one statement acquires: what comes after them waits for it. */
export const maxAcquiredAtOnce = 1_000;

const windowMs = 250;
const most = 256;

/**
 * How many deliveries an instance may hold for a webhook: what it can send in a quarter of a second, from the mean duration of
 * its attempts in milliseconds. A slow endpoint's deliveries so stay in the queue, where they can be cancelled.
 */
export function heldPerWebhook(meanDurationMs: number | undefined): number {
  if (meanDurationMs === undefined) return inFlightPerWebhook;
  const sendable = Math.floor((inFlightPerWebhook * windowMs) / Math.max(meanDurationMs, 0.1));
  return Math.min(most, Math.max(inFlightPerWebhook, sendable));
}

/** The mean duration with one more attempt in it; recent ones weigh more, so that it follows an endpoint that slows down. */
export function blendDuration(meanDurationMs: number | undefined, durationMs: number): number {
  return meanDurationMs === undefined ? durationMs : meanDurationMs + (durationMs - meanDurationMs) / 8;
}
