import type { Filters } from "#lib/portal-lists.ts";

/** The states of a renewal, in the column `state`. */
export const renewalStates = ["scheduled", "rejected", "applied", "dropped"] as const;
export type RenewalState = (typeof renewalStates)[number];

/** What a list of renewals can show: those of a state, or all. */
export const renewalViews = [...renewalStates, "all"] as const;
export type RenewalView = (typeof renewalViews)[number];

export const renewalFilters = {
  /** A renewal, its contract or the one that it created, by identifier. */
  search: { kind: "search" },
  /** Default: `all` for a search, otherwise `scheduled`. */
  state: { kind: "choices", column: "state", values: renewalViews },
  /** The day of the renewal. */
  from: { kind: "from", column: "renewal_scheduled_for" },
  to: { kind: "to", column: "renewal_scheduled_for" },
} as const satisfies Filters;
