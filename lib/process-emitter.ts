import { EventEmitter } from "node:events";

interface ProcessEvent<Arguments extends unknown[]> {
  emit(...sent: Arguments): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (...sent: Arguments) => void): () => void;
}

// Next evaluates modules once per bundle, so the emitter belongs to the process.
const shared = globalThis as typeof globalThis & { covergateEvents?: EventEmitter };
const events = (shared.covergateEvents ??= new EventEmitter().setMaxListeners(0));

export function processEvent<Arguments extends unknown[]>(name: string): ProcessEvent<Arguments> {
  return {
    emit: (...sent) => void events.emit(name, ...sent),
    subscribe(listener) {
      const handler = (...sent: unknown[]) => listener(...(sent as Arguments));
      events.on(name, handler);
      return () => void events.off(name, handler);
    },
  };
}
