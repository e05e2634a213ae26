import type { inferParserType } from "nuqs/server";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import { contractFilters } from "#lib/contracts/list-filters.ts";
import type { ContractRow } from "#lib/contracts/list.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type ContractRowData = Wire<ContractRow>;

export const contractParsers = parsersOf(contractFilters);
type Asked = Partial<inferParserType<typeof contractParsers & typeof cursorParsers>> & { limit?: number };

export const contractsQuery = (environment: Environment, asked: Asked) =>
  get("/[environment]/contracts", { params: { environment }, query: asked }, liveList);

export const contractQuery = (environment: Environment, cid: string) =>
  get("/[environment]/contracts/[cid]", { params: { environment, cid } }, live);

/** The history of a contract; with `before`, what is further back. */
export const contractHistoryQuery = (environment: Environment, cid: string, before: string | null = null) =>
  get("/[environment]/contracts/[cid]/events", { params: { environment, cid }, query: { before } }, live);
