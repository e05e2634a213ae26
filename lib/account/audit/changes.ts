import { isDeepStrictEqual } from "node:util";

/**
 * The details of a change: its fields with their new values, and in `before` what those that differ were (rules/authority.md#audit-4). A
 * field that `earlier` lacks is personal, and its earlier value is not kept.
 */
export function withBefore(changes: object, earlier: object): Record<string, unknown> & { before?: Record<string, unknown> } {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const old = new Map<string, unknown>(Object.entries(earlier));
  const before = given.flatMap(([name, value]) =>
    !old.has(name) || isDeepStrictEqual(old.get(name), value) ? [] : [[name, old.get(name)] as const],
  );
  return { ...Object.fromEntries(given), ...(before.length > 0 && { before: Object.fromEntries(before) }) };
}
