type Listener = (deliveryId: string) => void;

// Next evaluates modules once per bundle; who cancels and who tells the runners must meet in one place per process.
const shared = globalThis as typeof globalThis & { covergateCancellations?: Set<Listener> };
const listeners = (shared.covergateCancellations ??= new Set());

/** Tells this process that a delivery was cancelled. A runner that never hears of it finds nothing to do when its time comes. */
export function announceCancellation(deliveryId: string): void {
  for (const listener of listeners) listener(deliveryId);
}

/** Calls `listener` at every cancellation, until the returned function is called. */
export function onCancellation(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
