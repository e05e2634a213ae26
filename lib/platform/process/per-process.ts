const registry = Symbol.for("covergate.perProcess");

/** Returns the value that `make` made for the first copy of a module in this process: Next evaluates a module once per bundle. */
export function perProcess<Value>(name: string, make: () => Value): Value {
  const shared = globalThis as typeof globalThis & { [registry]?: Map<string, unknown> };
  const values = (shared[registry] ??= new Map());
  if (!values.has(name)) values.set(name, make());
  return values.get(name) as Value;
}
