import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { claimFilters } from "#lib/claims/list-filters.ts";
import type { ClaimOverview } from "#lib/claims/overview.ts";
import type { ClaimDetail } from "#lib/claims/read.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type ClaimRow = Wire<ClaimOverview>;
export type ClaimDetailData = Wire<ClaimDetail>;

export const claimParsers = parsersOf(claimFilters);
type Asked = Partial<inferParserType<typeof claimParsers & typeof cursorParsers>> & { limit?: number };

export const claimsQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["claims", environment, "list", asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/claims", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const claimQuery = (environment: Environment, id: string) =>
  queryOptions({
    queryKey: ["claims", environment, "one", id],
    queryFn: ({ signal }) => api("GET", "/[environment]/claims/[id]", { params: { environment, id }, signal }),
    ...live,
  });

export const claimHistoryQuery = (environment: Environment, id: string, before: string | null = null) =>
  queryOptions({
    queryKey: ["history", environment, "claim", id, before],
    queryFn: ({ signal }) => api("GET", "/[environment]/claims/[id]/events", { params: { environment, id }, query: { before }, signal }),
    ...live,
  });
