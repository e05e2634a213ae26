import type { Filters } from "#lib/platform/lists/portal-lists.ts";

/** How the lists of rental companies can be narrowed, in the portal and in the console. */
export const renterFilters = {
  /** A part of the uid or of the company's name; in the portal, of its city too. */
  search: { kind: "search" },
} as const satisfies Filters;
