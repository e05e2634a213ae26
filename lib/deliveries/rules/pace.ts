/** How many requests one webhook is sent at a time, so that a slow one holds back nobody else (resolutions.md § 9). */
export const inFlightPerWebhook = 8;

/** How many deliveries a runner holds in all, sent and waiting to be: what bounds its memory and its connections. */
export const mostHeld = 10_000;
/** How many deliveries are claimed by one statement: what comes after them waits for it. */
export const mostClaimedAtOnce = 1_000;

const windowMs = 250;
const most = 256;

/** How many more deliveries a runner has room for. */
export interface Room {
  /** Of webhooks that it holds deliveries of. */
  ofKnown: ReadonlyMap<string, number>;
  /** Of each other webhook. */
  ofOthers: number;
  /** Of all webhooks together. */
  inAll: number;
  /** Of webhooks that replays are known of: when the last of these is due. What is due later goes before them. */
  replaysUntil: ReadonlyMap<string, Date>;
}

/**
 * How many deliveries a runner may hold for a webhook: what it can send in a quarter of a second, from the mean duration of
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
