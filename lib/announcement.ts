type Listener<Said extends unknown[]> = (...said: Said) => void;

/** A word that parts of this process give each other. */
export interface Announcement<Said extends unknown[]> {
  announce: Listener<Said>;
  /** Calls `listener` each time, until the returned function is called. */
  listen(listener: Listener<Said>): () => void;
}

// Next evaluates modules once per bundle; who tells and who listens must meet in one place per process.
const shared = globalThis as typeof globalThis & { covergateListeners?: Map<string, Set<unknown>> };
const listenersByName = (shared.covergateListeners ??= new Map<string, Set<unknown>>());

/** The announcement of this name, the same for all who ask for it. */
export function announcement<Said extends unknown[]>(name: string): Announcement<Said> {
  const listeners = (listenersByName.get(name) ?? new Set()) as Set<Listener<Said>>;
  listenersByName.set(name, listeners);
  return {
    announce(...said) {
      for (const listener of listeners) listener(...said);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
