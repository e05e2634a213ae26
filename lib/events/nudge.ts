type Listener = () => void;

// Next evaluates modules once per bundle; whoever commits and whoever runs must meet in one place per process.
const shared = globalThis as typeof globalThis & { covergateRunners?: Set<Listener> };
const listeners = (shared.covergateRunners ??= new Set());

/** Tells this process's runners that deliveries are due. */
export function nudgeRunners(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` at every nudge, until the returned function is called. */
export function onNudge(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
