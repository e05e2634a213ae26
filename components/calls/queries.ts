import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
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
  queryOptions({
    queryKey: ["calls", environment, "list", asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/calls", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

/** A call never changes; what its events' deliveries come to does. */
export const callQuery = (environment: Environment, executionId: string) =>
  queryOptions({
    queryKey: ["calls", environment, "one", executionId],
    queryFn: ({ signal }) => api("GET", "/[environment]/calls/[executionId]", { params: { environment, executionId }, signal }),
    ...live,
  });

export type ErrorCountRow = Wire<ErrorCount>;

export const errorCountsQuery = (environment: Environment, range: OverviewRange, timeZone: string) =>
  queryOptions({
    queryKey: ["calls", environment, "errors", range, timeZone],
    queryFn: ({ signal }) => api("GET", "/[environment]/calls/errors", { params: { environment }, query: { range, timeZone }, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });
