/** What is known of a delivery that is not over. */
export interface Queued {
  /** Whether its webhook exists and is enabled. */
  isWanted: boolean;
  /** When its next attempt is due; while somebody is sending it, when their lease ends. */
  dueAt: Date;
  /** Until when others send as much to the same webhook as there may be; null where there is room. */
  othersUntil: Date | null;
}

/** What to do with a delivery now. */
export type Turn = { action: "attempt" } | { action: "wait"; until: Date } | { action: "give back" } | { action: "end" };

/**
 * Whose turn it is with a delivery, undefined once it is over. It waits until it is due, and until there is room at its
 * webhook, so that no more than 8 requests are in flight (resolutions.md § 9).
 * A disabled webhook's deliveries are given back, to be handed over anew when it is enabled.
 */
export function decideTurn(queued: Queued | undefined, now: Date): Turn {
  if (queued === undefined) return { action: "end" };
  const { isWanted, dueAt, othersUntil } = queued;
  if (!isWanted) return { action: "give back" };
  if (dueAt > now) return { action: "wait", until: dueAt };
  if (othersUntil !== null && othersUntil > now) return { action: "wait", until: othersUntil };
  return { action: "attempt" };
}
