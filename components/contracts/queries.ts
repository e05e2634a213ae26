import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { contractFilters } from "#lib/contracts/list-filters.ts";
import type { ContractRow } from "#lib/contracts/list.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type ContractRowData = Wire<ContractRow>;

export const contractParsers = parsersOf(contractFilters);
type Asked = Partial<inferParserType<typeof contractParsers & typeof cursorParsers>> & { limit?: number };

export const contractsQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["contracts", environment, "list", asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/contracts", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const contractQuery = (environment: Environment, cid: string) =>
  queryOptions({
    queryKey: ["contracts", environment, "one", cid],
    queryFn: ({ signal }) => api("GET", "/[environment]/contracts/[cid]", { params: { environment, cid }, signal }),
    ...live,
  });

/** The history of a contract; with `before`, what is further back. */
export const contractHistoryQuery = (environment: Environment, cid: string, before: string | null = null) =>
  queryOptions({
    queryKey: ["history", environment, "contract", cid, before],
    queryFn: ({ signal }) =>
      api("GET", "/[environment]/contracts/[cid]/events", { params: { environment, cid }, query: { before }, signal }),
    ...live,
  });
