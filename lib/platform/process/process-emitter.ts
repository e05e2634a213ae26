import { EventEmitter } from "node:events";
import { perProcess } from "#lib/platform/process/per-process.ts";

interface ProcessEvent<Arguments extends unknown[]> {
  emit(...args: Arguments): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (...args: Arguments) => void): () => void;
}

const events = perProcess("events", () => new EventEmitter().setMaxListeners(0));

export function processEvent<Arguments extends unknown[]>(name: string): ProcessEvent<Arguments> {
  return {
    emit: (...args) => void events.emit(name, ...args),
    subscribe(listener) {
      const handler = (...args: unknown[]) => listener(...(args as Arguments));
      events.on(name, handler);
      return () => void events.off(name, handler);
    },
  };
}
