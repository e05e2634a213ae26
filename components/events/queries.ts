import type { inferParserType } from "nuqs/server";
import { isOver } from "#components/deliveries/statuses.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
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
  get("/[environment]/events", { params: { environment }, query: asked }, liveList);

/** An event in detail; it refreshes by itself until all its deliveries are over. */
export const eventQuery = (environment: Environment, eventId: string) =>
  get(
    "/[environment]/events/[eventId]",
    { params: { environment, eventId } },
    {
      staleTime: 1000,
      refetchInterval: ({ state }) => (state.data?.deliveries.every(({ status }) => isOver(status)) === true ? false : 2000),
    },
  );

export const kindsMetQuery = (environment: Environment) => get("/[environment]/events/kinds", { params: { environment } }, live);
