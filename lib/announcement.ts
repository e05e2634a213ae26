import { EventEmitter } from "node:events";

/** A word that parts of this process give each other. */
export interface Announcement<Said extends unknown[]> {
  announce(...said: Said): void;
  /** Calls `listener` each time, until the returned function is called. */
  listen(listener: (...said: Said) => void): () => void;
}

// Next evaluates modules once per bundle; who tells and who listens must meet in one place per process.
const shared = globalThis as typeof globalThis & { covergateEvents?: EventEmitter };
const events = (shared.covergateEvents ??= new EventEmitter().setMaxListeners(0));

/** The announcement of this name, the same for all who ask for it. */
export function announcement<Said extends unknown[]>(name: string): Announcement<Said> {
  return {
    announce: (...said) => void events.emit(name, ...said),
    listen(listener) {
      const heard = (...said: unknown[]) => listener(...(said as Said));
      events.on(name, heard);
      return () => void events.off(name, heard);
    },
  };
}
