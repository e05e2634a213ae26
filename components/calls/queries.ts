import type { inferParserType } from "nuqs/server";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import type { ErrorCount } from "#lib/calls/list-errors.ts";
import { callFilters } from "#lib/calls/list-filters.ts";
import type { CallRow } from "#lib/calls/list.ts";
import type { OverviewRange } from "#lib/overview/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type CallRowData = Wire<CallRow>;

/** The filters of the list, as the address has them. */
export const callParsers = parsersOf(callFilters);
type Asked = Partial<inferParserType<typeof callParsers & typeof cursorParsers>>;

export const callsQuery = (environment: Environment, asked: Asked) =>
  get("/[environment]/calls", { params: { environment }, query: asked }, liveList);

/** A call never changes; what its events' deliveries come to does. */
export const callQuery = (environment: Environment, executionId: string) =>
  get("/[environment]/calls/[executionId]", { params: { environment, executionId } }, live);

export type ErrorCountRow = Wire<ErrorCount>;

export const errorCountsQuery = (environment: Environment, range: OverviewRange, timeZone: string) =>
  get("/[environment]/calls/errors", { params: { environment }, query: { range, timeZone } }, liveList);
