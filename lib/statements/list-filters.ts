import type { Filters } from "#lib/lists/portal-lists.ts";

/** What changes a price (rules/statements.md#ledger-3). */
export const premiumKinds = ["created", "added", "removed", "amended", "renewed", "cancelled", "terminated", "reopened"] as const;

export const entryFilters = {
  renter: { kind: "text", column: "uid" },
  kind: { kind: "choices", column: "kind", values: premiumKinds, isUnindexed: true },
} as const satisfies Filters;
