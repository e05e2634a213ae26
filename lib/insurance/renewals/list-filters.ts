import { renewalStates } from "#db/schema/enums.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

export type RenewalState = (typeof renewalStates)[number];

export const renewalViews = [...renewalStates, "all"] as const;
export type RenewalView = (typeof renewalViews)[number];

export const renewalFilters = {
  search: { kind: "search" },
  /** Default: `all` for a search, otherwise `scheduled`. */
  state: { kind: "choices", column: "state", values: renewalViews },
  from: { kind: "from", column: "renewal_scheduled_for" },
  to: { kind: "to", column: "renewal_scheduled_for" },
} as const satisfies Filters;
