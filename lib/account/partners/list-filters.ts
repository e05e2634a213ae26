import { partnerStatuses } from "#db/schema/enums.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

/** How support's list of partners can be narrowed. */
export const partnerFilters = {
  /** A part of the name, or the id. */
  search: { kind: "search" },
  status: { kind: "choices", column: "status", values: partnerStatuses },
} as const satisfies Filters;
