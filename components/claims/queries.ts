import type { inferParserType } from "nuqs/server";
import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { claimFilters } from "#lib/insurance/claims/list-filters.ts";
import type { ClaimOverview } from "#lib/insurance/claims/overview.ts";
import type { ClaimDetail } from "#lib/insurance/claims/read.ts";
import type { Environment } from "#lib/platform/environments.ts";

export type ClaimRow = ClaimOverview;
export type ClaimDetailData = ClaimDetail;

export const claimParsers = parsersOf(claimFilters);
type ClaimQuery = Partial<inferParserType<typeof claimParsers & typeof cursorParsers>> & { limit?: number };

export const claimsQuery = (environment: Environment, query: ClaimQuery) =>
  trpc.claims.list.queryOptions({ environment, ...query }, liveList);

export const claimQuery = (environment: Environment, id: string) => trpc.claims.read.queryOptions({ environment, id }, live);

export const claimHistoryQuery = (environment: Environment, id: string, before: string | null = null) =>
  trpc.claims.history.queryOptions({ environment, id, before: before ?? undefined }, live);

export const claimLinksQuery = (environment: Environment, id: string) => trpc.claims.links.queryOptions({ environment, id }, live);
