import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { renewalFilters } from "#lib/insurance/renewals/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const renewalParsers = parsersOf(renewalFilters);

export const renewalsQuery = (environment: Environment, query: ListQuery<typeof renewalParsers>) =>
  trpc.renewals.list.queryOptions({ environment, ...query }, liveList);

export const renewalQuery = (environment: Environment, arid: string) => trpc.renewals.read.queryOptions({ environment, arid }, live);

/** With `before`, the page before that event. */
export const renewalHistoryQuery = (environment: Environment, arid: string, before: string | null = null) =>
  trpc.renewals.history.queryOptions({ environment, arid, before: before ?? undefined }, live);
