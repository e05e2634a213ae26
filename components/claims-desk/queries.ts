import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { queueFilters } from "#lib/claims/list-filters.ts";
import type { QueuedClaim } from "#lib/claims/queue.ts";
import type { ClaimStep, DeskClaim } from "#lib/claims/read.ts";

export type ClaimData = Wire<DeskClaim>;
export type QueuedClaimData = Wire<QueuedClaim>;
export type ClaimStepData = Wire<ClaimStep>;

export const queueParsers = parsersOf(queueFilters);
export type AskedQueue = inferParserType<typeof queueParsers & typeof cursorParsers>;

/** What a move of anybody changes: of one claim, and of the queue. */
export const claimKey = (id: string) => ["support", "claims", "one", id];
export const queueKey = ["support", "claims", "queue"];

export const queuePageQuery = (asked: AskedQueue) =>
  queryOptions({
    queryKey: [...queueKey, "page", asked],
    queryFn: ({ signal }) => api("GET", "/support/claims", { query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const queueCountsQuery = ({ partner, kind }: Pick<AskedQueue, "partner" | "kind"> = { partner: null, kind: null }) =>
  queryOptions({
    queryKey: [...queueKey, "counts", { partner, kind }],
    queryFn: ({ signal }) => api("GET", "/support/claims/counts", { query: { partner, kind }, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

/** By its id, or its claimId: as the address has it. */
export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: [...claimKey(id), "claim"],
    queryFn: ({ signal }) => api("GET", "/support/claims/[claimId]", { params: { claimId: id }, signal }),
    ...live,
  });

export const claimHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...claimKey(id), "history"],
    queryFn: ({ signal }) => api("GET", "/support/claims/[claimId]/history", { params: { claimId: id }, signal }),
    ...live,
  });
