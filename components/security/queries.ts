import type { inferParserType } from "nuqs/server";
import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { securityFilters } from "#lib/account/security-events/list-filters.ts";
import type { SecurityRow } from "#lib/account/security-events/list.ts";

export type SecurityRowData = SecurityRow;

export const securityParsers = parsersOf(securityFilters);
type SecurityQuery = Partial<inferParserType<typeof securityParsers & typeof cursorParsers>>;

export const securityQuery = (query: SecurityQuery) => trpc.console.security.list.queryOptions(query, liveList);

export const securityTrendsQuery = trpc.console.security.trends.queryOptions(undefined, live);
