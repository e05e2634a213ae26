import type { inferParserType } from "nuqs/server";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import { claimFilters } from "#lib/claims/list-filters.ts";
import type { ClaimOverview } from "#lib/claims/overview.ts";
import type { ClaimDetail } from "#lib/claims/read.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type ClaimRow = Wire<ClaimOverview>;
export type ClaimDetailData = Wire<ClaimDetail>;

export const claimParsers = parsersOf(claimFilters);
type Asked = Partial<inferParserType<typeof claimParsers & typeof cursorParsers>> & { limit?: number };

export const claimsQuery = (environment: Environment, asked: Asked) =>
  get("/[environment]/claims", { params: { environment }, query: asked }, liveList);

export const claimQuery = (environment: Environment, id: string) =>
  get("/[environment]/claims/[id]", { params: { environment, id } }, live);

export const claimHistoryQuery = (environment: Environment, id: string, before: string | null = null) =>
  get("/[environment]/claims/[id]/events", { params: { environment, id }, query: { before } }, live);
