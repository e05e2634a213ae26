import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { activityFilters } from "#lib/activity/list-filters.ts";
import type { ActivityRow as Row } from "#lib/activity/list.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type ActivityRow = Wire<Row>;

/** The filters of the list, as the address has them. */
export const activityParsers = parsersOf(activityFilters);
type Asked = Partial<inferParserType<typeof activityParsers & typeof cursorParsers>>;

export const activityQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["activity", environment, asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/activity", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });
