import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { securityFilters } from "#lib/security/list-filters.ts";
import type { SecurityRow } from "#lib/security/list.ts";

export type SecurityRowData = Wire<SecurityRow>;

/** The filters of the list, as the address has them. */
export const securityParsers = parsersOf(securityFilters);
type Asked = Partial<inferParserType<typeof securityParsers & typeof cursorParsers>>;

export const securityQuery = (asked: Asked) =>
  queryOptions({
    queryKey: ["support", "security", "list", asked],
    queryFn: ({ signal }) => api("GET", "/support/security", { query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const securityTrendsQuery = queryOptions({
  queryKey: ["support", "security", "trends"],
  queryFn: ({ signal }) => api("GET", "/support/security/trends", { signal }),
  ...live,
});
