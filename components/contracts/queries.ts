import type { inferParserType } from "nuqs/server";
import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import type { ContractRow } from "#lib/insurance/contracts/list.ts";
import type { Environment } from "#lib/platform/environments.ts";

export type ContractRowData = ContractRow;

export const contractParsers = parsersOf(contractFilters);
type ContractQuery = Partial<inferParserType<typeof contractParsers & typeof cursorParsers>> & { limit?: number };

export const contractsQuery = (environment: Environment, query: ContractQuery) =>
  trpc.contracts.list.queryOptions({ environment, ...query }, liveList);

export const contractQuery = (environment: Environment, cid: string) => trpc.contracts.read.queryOptions({ environment, cid }, live);

export const contractLinksQuery = (environment: Environment, cid: string) => trpc.contracts.links.queryOptions({ environment, cid }, live);

/** With `before`, the page before that event. */
export const contractHistoryQuery = (environment: Environment, cid: string, before: string | null = null) =>
  trpc.contracts.history.queryOptions({ environment, cid, before: before ?? undefined }, live);
