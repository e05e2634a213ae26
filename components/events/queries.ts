import { isOver } from "#components/deliveries/queries.ts";
import { trpc, live, liveList, liveSummary } from "#components/kit/api/api.ts";
import { parsersOf, withoutCursor } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { eventFilters } from "#lib/developer/events/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const eventParsers = parsersOf(eventFilters);

type EventQuery = ListQuery<typeof eventParsers> & { limit?: number };

export const eventsQuery = (environment: Environment, query: EventQuery) =>
  trpc.events.list.queryOptions({ environment, ...query }, liveList);

export const eventSummaryQuery = (environment: Environment, query: EventQuery, timeZone: string) =>
  trpc.events.summary.queryOptions({ environment, ...withoutCursor(query), timeZone }, liveSummary);

/** An event in detail; it refreshes by itself until all its deliveries are over. */
export const eventQuery = (environment: Environment, eventId: string) =>
  trpc.events.read.queryOptions(
    { environment, eventId },
    {
      staleTime: 1000,
      refetchInterval: ({ state }) => (state.data?.deliveries.every(({ status }) => isOver(status)) === true ? false : 2000),
    },
  );

export const kindsMetQuery = (environment: Environment) => trpc.events.kinds.queryOptions({ environment }, live);
