import { premiumKinds } from "#db/schema/enums.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

export const entryFilters = {
  renter: { kind: "text", column: "uid" },
  kind: { kind: "choices", column: "kind", values: premiumKinds, isUnindexed: true },
} as const satisfies Filters;
