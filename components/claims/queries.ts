import type { inferParserType } from "nuqs/server";
import { live, liveList, trpc } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery, cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { claimFilters, queueFilters } from "#lib/insurance/claims/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const claimParsers = parsersOf(claimFilters);
type ClaimQuery = ListQuery<typeof claimParsers> & { limit?: number };

export const claimsQuery = (environment: Environment, query: ClaimQuery) =>
  trpc.claims.list.queryOptions({ environment, ...query }, liveList);

export const claimQuery = (environment: Environment, id: string) => trpc.claims.read.queryOptions({ environment, id }, live);

export const claimHistoryQuery = (environment: Environment, id: string, before: string | null = null) =>
  trpc.claims.history.queryOptions({ environment, id, before: before ?? undefined }, live);

export const claimLinksQuery = (environment: Environment, id: string) => trpc.claims.links.queryOptions({ environment, id }, live);

export const queueParsers = parsersOf(queueFilters);
export type AskedQueue = inferParserType<typeof queueParsers & typeof cursorParsers>;

export const queuePageQuery = (query: AskedQueue) => trpc.console.claims.list.queryOptions(query, liveList);

export const queueCountsQuery = ({ partner, kind }: Pick<AskedQueue, "partner" | "kind"> = { partner: null, kind: null }) =>
  trpc.console.claims.counts.queryOptions({ partner, kind }, liveList);

/** By its id, or its claimId: as the address has it. */
export const deskClaimQuery = (id: string) => trpc.console.claims.read.queryOptions({ claimId: id }, live);

export const deskLinksQuery = (id: string) => trpc.console.claims.links.queryOptions({ claimId: id }, live);

export const deskHistoryQuery = (id: string) => trpc.console.claims.history.queryOptions({ claimId: id }, live);

export const handlersQuery = trpc.console.claims.handlers.queryOptions();

export const claimNotesQuery = (id: string) => trpc.console.claims.notes.queryOptions({ claimId: id }, live);
