import type { inferParserType } from "nuqs/server";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import { queueFilters } from "#lib/claims/list-filters.ts";
import type { QueuedClaim } from "#lib/claims/queue.ts";
import type { ClaimStep, DeskClaim } from "#lib/claims/read.ts";

export type ClaimData = Wire<DeskClaim>;
export type QueuedClaimData = Wire<QueuedClaim>;
export type ClaimStepData = Wire<ClaimStep>;

export const queueParsers = parsersOf(queueFilters);
export type AskedQueue = inferParserType<typeof queueParsers & typeof cursorParsers>;

export const queuePageQuery = (asked: AskedQueue) => get("/support/claims", { query: asked }, liveList);

export const queueCountsQuery = ({ partner, kind }: Pick<AskedQueue, "partner" | "kind"> = { partner: null, kind: null }) =>
  get("/support/claims/counts", { query: { partner, kind } }, liveList);

/** By its id, or its claimId: as the address has it. */
export const claimQuery = (id: string) => get("/support/claims/[claimId]", { params: { claimId: id } }, live);

export const claimHistoryQuery = (id: string) => get("/support/claims/[claimId]/history", { params: { claimId: id } }, live);
