import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { securityFilters } from "#lib/account/security-events/list-filters.ts";

export const securityParsers = parsersOf(securityFilters);

export const securityQuery = (query: ListQuery<typeof securityParsers>) => trpc.console.security.list.queryOptions(query, liveList);

export const securityTrendsQuery = trpc.console.security.trends.queryOptions(undefined, live);
