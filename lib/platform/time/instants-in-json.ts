/** Begins an instant in the answer of a procedure; a text that begins so has it twice. */
const mark = "@";

/** Instants as texts that `reviveInstants` can tell from every other text. */
export function markInstants(value: unknown): unknown {
  if (value instanceof Date) return mark + value.toISOString();
  if (typeof value === "string") return value.startsWith(mark) ? mark + value : value;
  return mapInside(value, markInstants);
}

/** Undoes `markInstants`. */
export function reviveInstants(value: unknown): unknown {
  if (typeof value !== "string") return mapInside(value, reviveInstants);
  if (!value.startsWith(mark)) return value;
  const text = value.slice(mark.length);
  return text.startsWith(mark) ? text : new Date(text);
}

function mapInside(value: unknown, map: (value: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(map);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]));
}

const asItIs = (value: unknown) => value;

/** How procedures send JSON. Requests are plain: nothing that a sender writes is revived before it is checked. */
export const transformer = {
  input: { serialize: asItIs, deserialize: asItIs },
  output: { serialize: markInstants, deserialize: reviveInstants },
};
