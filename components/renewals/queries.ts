import type { inferParserType } from "nuqs/server";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { renewalFilters } from "#lib/renewals/list-filters.ts";
import type { RenewalOverview } from "#lib/renewals/read.ts";

export type RenewalRow = Wire<RenewalOverview>;

export const renewalParsers = parsersOf(renewalFilters);

type Asked = inferParserType<typeof renewalParsers & typeof cursorParsers>;

export const renewalsQuery = (environment: Environment, asked: Asked) =>
  get("/[environment]/renewals", { params: { environment }, query: asked }, liveList);

export const renewalQuery = (environment: Environment, arid: string) =>
  get("/[environment]/renewals/[arid]", { params: { environment, arid } }, live);

/** The history of a renewal; with `before`, what is further back. */
export const renewalHistoryQuery = (environment: Environment, arid: string, before: string | null = null) =>
  get("/[environment]/renewals/[arid]/events", { params: { environment, arid }, query: { before } }, live);
