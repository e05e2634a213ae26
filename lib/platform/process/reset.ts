import { EventEmitter } from "node:events";

const registry = Symbol.for("covergate.perProcess");

const resets = new Set<() => void>();

/** Registers how what a module keeps between calls goes back to its beginning. */
export function onReset(reset: () => void): void {
  resets.add(reset);
}

/** Forgets what this process keeps between calls: another database follows, or other settings (e2e/setup). */
export function resetProcess(): void {
  for (const reset of resets) reset();
}

/** Returns the value that `make` made for the first copy of a module in this process: Next evaluates a module once per bundle. */
export function perProcess<Value>(name: string, make: () => Value): Value {
  const shared = globalThis as typeof globalThis & { [registry]?: Map<string, unknown> };
  const values = (shared[registry] ??= new Map());
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as Value;
}

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
