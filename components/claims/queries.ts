import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { claimFilters } from "#lib/insurance/claims/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const claimParsers = parsersOf(claimFilters);
type ClaimQuery = ListQuery<typeof claimParsers> & { limit?: number };

export const claimsQuery = (environment: Environment, query: ClaimQuery) =>
  trpc.claims.list.queryOptions({ environment, ...query }, liveList);

export const claimQuery = (environment: Environment, id: string) => trpc.claims.read.queryOptions({ environment, id }, live);

export const claimHistoryQuery = (environment: Environment, id: string, before: string | null = null) =>
  trpc.claims.history.queryOptions({ environment, id, before: before ?? undefined }, live);

export const claimLinksQuery = (environment: Environment, id: string) => trpc.claims.links.queryOptions({ environment, id }, live);
