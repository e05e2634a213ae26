import { z } from "zod";
import { openStatuses } from "#lib/claims/list-filters.ts";
import { keyset } from "#lib/portal-lists.ts";

/** The states that the desk lists. */
export const queueStatuses = [...openStatuses, "closed", "rejected", "abandoned"] as const;
export type QueueStatus = (typeof queueStatuses)[number];

/** Claims on what is insured, or tests: all of Development, and of Production where the partner says so. */
export const claimKinds = ["real", "test"] as const;

/** As many claims of a state are counted; of more it is said that there are more. */
export const maxCounted = 1_000;

/** Which claims of the queue are counted. */
export const queueCountsQuery = z.object({ partner: z.string().min(1).max(128).optional(), kind: z.enum(claimKinds).optional() });
export type QueueCountsQuery = z.output<typeof queueCountsQuery>;

/** Which claims the queue shows: those that are open, unless a state is chosen or something is searched for. */
export const queueQuery = keyset.extend({
  ...queueCountsQuery.shape,
  status: z.enum(queueStatuses).optional(),
  /** A claim's id or claimId, or a contract's cid. */
  search: z.string().trim().min(1).max(64).optional(),
});
export type QueueQuery = z.output<typeof queueQuery>;
