import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsArrayOf, parseAsString } from "nuqs/server";
import type { inferParserType } from "nuqs/server";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { CallRow } from "#lib/calls/list.ts";
import type { CallDetail } from "#lib/calls/read.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { ListPage } from "#lib/portal-lists.ts";

export type CallRowData = Wire<CallRow>;

/** The filters of the list, as the address has them. `from` and `to` are instants, so that a link means the same in every zone. */
export const callFilters = {
  search: parseAsString,
  method: parseAsArrayOf(parseAsString),
  status: parseAsArrayOf(parseAsString),
  errorCode: parseAsArrayOf(parseAsString),
  endpoint: parseAsArrayOf(parseAsString),
  from: parseAsString,
  to: parseAsString,
};

export type AskedCalls = inferParserType<typeof callFilters>;
type Asked = AskedCalls & inferParserType<typeof cursorParsers>;

export const callsQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["calls", environment, "list", asked],
    queryFn: ({ signal }) => getJson<Wire<ListPage<CallRow>>>(`/${environment}/calls`, asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

/** A call never changes; what its events' deliveries come to does. */
export const callQuery = (environment: Environment, executionId: string) =>
  queryOptions({
    queryKey: ["calls", environment, "one", executionId],
    queryFn: ({ signal }) => getJson<Wire<CallDetail>>(`/${environment}/calls/${executionId}`, {}, signal),
    ...live,
  });
