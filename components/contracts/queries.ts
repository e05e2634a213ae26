import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import { contractFilters } from "#lib/contracts/list-filters.ts";
import type { ContractRow } from "#lib/contracts/list.ts";
import type { ContractDetail } from "#lib/contracts/read.ts";
import type { HistoryPage } from "#lib/events/history.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type ContractRowData = Wire<ContractRow>;

/** The filters of the list, as the address has them. */
export const contractParsers = parsersOf(contractFilters);
type Asked = Partial<inferParserType<typeof contractParsers & typeof cursorParsers>> & { limit?: number };

export const contractsQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["contracts", environment, "list", asked],
    queryFn: ({ signal }) => getJson<Wire<BoundedPage<ContractRow>>>(`/${environment}/contracts`, asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

export const contractQuery = (environment: Environment, cid: string) =>
  queryOptions({
    queryKey: ["contracts", environment, "one", cid],
    queryFn: ({ signal }) => getJson<Wire<ContractDetail>>(`/${environment}/contracts/${encodeURIComponent(cid)}`, {}, signal),
    ...live,
  });

/** Asks for a stretch of the history of something, below its path. */
export const historyQueryOf = (environment: Environment, path: string, before: string | null) =>
  queryOptions({
    queryKey: ["history", environment, path, before],
    queryFn: ({ signal }) => getJson<Wire<HistoryPage>>(`/${environment}/${path}/events`, { before }, signal),
    ...live,
  });

/** The history of a contract, or of a renewal; what is asked with `before` is further back. */
export const contractHistoryQuery = (environment: Environment, cid: string, before: string | null = null) =>
  historyQueryOf(environment, `contracts/${encodeURIComponent(cid)}`, before);
export const renewalHistoryQuery = (environment: Environment, arid: string, before: string | null = null) =>
  historyQueryOf(environment, `renewals/${encodeURIComponent(arid)}`, before);
