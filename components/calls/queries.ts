import { trpc, live, liveList, liveSummary } from "#components/kit/api/api.ts";
import { parsersOf, withoutCursor } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { callFilters } from "#lib/developer/calls/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

export const callParsers = parsersOf(callFilters);
type CallQuery = ListQuery<typeof callParsers>;

export const callsQuery = (environment: Environment, query: CallQuery) => trpc.calls.list.queryOptions({ environment, ...query }, liveList);

export const callSummaryQuery = (environment: Environment, query: CallQuery, timeZone: string) =>
  trpc.calls.summary.queryOptions({ environment, ...withoutCursor(query), timeZone }, liveSummary);

/** A call never changes; the deliveries of its events do. */
export const callQuery = (environment: Environment, executionId: string) =>
  trpc.calls.read.queryOptions({ environment, executionId }, live);

/** The call of the comparison is over, and so is the one that it is compared with. */
export const comparisonQuery = (environment: Environment, executionId: string) =>
  trpc.calls.compare.queryOptions({ environment, executionId }, { staleTime: Infinity });

export const errorCountsQuery = (environment: Environment, range: OverviewRange, timeZone: string) =>
  trpc.calls.errors.queryOptions({ environment, range, timeZone }, liveList);
