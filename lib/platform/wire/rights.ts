/** What a key can be limited to (rules/access.md#rights-1). */
export const rightResources = ["contracts", "renewals", "products", "claims", "renters", "events"] as const;
export type RightResource = (typeof rightResources)[number];

/** Events are only read: no operation writes one. */
type ResourceRight = `${RightResource}:read` | `${Exclude<RightResource, "events">}:write`;

/** `full` opens everything, `read` all operations that read, and `contracts:write` those that read or write contracts. */
export type Right = "full" | "read" | ResourceRight;

/** All rights in the order in which they are shown. */
export const rights = [
  "full",
  "read",
  ...rightResources.flatMap((resource): ResourceRight[] =>
    resource === "events" ? [`${resource}:read`] : [`${resource}:read`, `${resource}:write`],
  ),
] as const satisfies readonly Right[];

/** True if a key with these rights may call an operation that needs `needed`; null needs only a key that works. */
export function covers(granted: readonly Right[], needed: Right | null): boolean {
  if (needed === null || granted.includes("full") || granted.includes(needed)) return true;
  if (!isReading(needed)) return false;
  return granted.includes("read") || granted.some((right) => right === needed.replace(/:read$/, ":write"));
}

/** The right for a preview, which changes nothing: `contracts:read` for `contracts:write`. */
export function previewRight(right: Right): Right {
  return right.endsWith(":write") ? (right.replace(/:write$/, ":read") as Right) : right;
}

function isReading(right: Right): boolean {
  return right === "read" || right.endsWith(":read");
}
