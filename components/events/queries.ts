import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { isOver } from "#components/deliveries/statuses.ts";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { eventFilters } from "#lib/events/list-filters.ts";
import type { EventRow } from "#lib/events/list-for-portal.ts";
import type { EventDetail } from "#lib/events/read-for-portal.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type EventRowData = Wire<EventRow>;
export type EventDetailData = Wire<EventDetail>;

/** The filters of the list, as the address has them. */
export const eventParsers = parsersOf(eventFilters);

type Asked = Partial<inferParserType<typeof eventParsers & typeof cursorParsers>> & { limit?: number };

export const eventsQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["events", environment, "list", asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/events", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

/** An event in detail; it refreshes by itself until all its deliveries are over. */
export const eventQuery = (environment: Environment, eventId: string) =>
  queryOptions({
    queryKey: ["events", environment, "one", eventId],
    queryFn: ({ signal }) => api("GET", "/[environment]/events/[eventId]", { params: { environment, eventId }, signal }),
    staleTime: 1000,
    refetchInterval: ({ state }) => (state.data?.deliveries.every(({ status }) => isOver(status)) === true ? false : 2000),
  });

export const kindsMetQuery = (environment: Environment) =>
  queryOptions({
    queryKey: ["events", environment, "kinds"],
    queryFn: ({ signal }) => api("GET", "/[environment]/events/kinds", { params: { environment }, signal }),
    ...live,
  });
