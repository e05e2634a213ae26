import type { ClaimStatus, ClaimType } from "#lib/insurance/claims/schema.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

const statuses: Record<ClaimStatus, true> = {
  draft: true,
  submitted: true,
  in_progress: true,
  pending_info: true,
  closed: true,
  rejected: true,
  abandoned: true,
  archived: true,
};
const types: Record<ClaimType, true> = { theft: true, break: true };

/** In the order in which a claim goes through them. This file does without zod, since the browser loads it. */
export const statusNames = Object.keys(statuses) as [ClaimStatus, ...ClaimStatus[]];
/** Statuses that wait for a handler, a decision or the partner. */
export const openStatuses = ["submitted", "in_progress", "pending_info"] as const satisfies readonly ClaimStatus[];
export const typeNames = Object.keys(types) as [ClaimType, ...ClaimType[]];

export const claimFilters = {
  search: { kind: "search" },
  renter: { kind: "text", column: "uid" },
  status: { kind: "choices", column: "status", values: statusNames },
  type: { kind: "choices", column: "type", values: typeNames, isUnindexed: true },
  from: { kind: "from", column: "created_at" },
  to: { kind: "to", column: "created_at" },
} as const satisfies Filters;

export const queueStatuses = [...openStatuses, "closed", "rejected", "abandoned"] as const;
export type QueueStatus = (typeof queueStatuses)[number];

/** Test claims are those of Development, and those of Production that the partner marks as tests. */
export const claimKinds = ["real", "test", "all"] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** The views of the queue besides the default one, which shows claims to decide. */
export const queueViews = ["pay", "mine", "unassigned", "all"] as const;
export type QueueView = (typeof queueViews)[number];

/**
 * How the desk's queue can be narrowed. It shows real claims that are open; a status shows those that are over as well. A search looks
 * through tests and through all statuses unless these are chosen.
 */
export const queueFilters = {
  search: { kind: "search" },
  view: { kind: "choice", column: "stage", values: queueViews },
  status: { kind: "choice", column: "status", values: queueStatuses },
  partner: { kind: "text", column: "partner_id" },
  kind: { kind: "choice", column: "test", values: claimKinds },
} as const satisfies Filters;
