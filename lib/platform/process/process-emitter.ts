import { EventEmitter } from "node:events";
import { perProcess } from "#lib/platform/process/per-process.ts";

interface ProcessEvent<Arguments extends unknown[]> {
  emit(...sent: Arguments): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (...sent: Arguments) => void): () => void;
}

const events = perProcess("events", () => new EventEmitter().setMaxListeners(0));

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
