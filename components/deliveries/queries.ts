import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { inferParserType } from "nuqs/server";
import { isOver, statuses } from "#components/deliveries/statuses.ts";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { DeliveryPage } from "#lib/deliveries/list.ts";
import type { DeliveryDetail } from "#lib/deliveries/read.ts";
import type { ReplayCount } from "#lib/deliveries/replay-matching.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type DeliveryRow = Wire<DeliveryPage>["rows"][number];

/** The filters of a list, as the address has them. `from` and `to` are instants, so that a link means the same in every zone. */
export const deliveryFilters = {
  search: parseAsString,
  status: parseAsStringLiteral(statuses),
  webhookId: parseAsString,
  eventType: parseAsStringLiteral(eventTypes),
  response: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

export type AskedFilter = inferParserType<typeof deliveryFilters>;
type Asked = AskedFilter & inferParserType<typeof cursorParsers>;

export const deliveriesQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["deliveries", environment, "list", asked],
    queryFn: ({ signal }) => getJson<Wire<DeliveryPage>>(`/${environment}/deliveries`, asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

/** A delivery in detail; it refreshes by itself until it is over. */
export const deliveryQuery = (environment: Environment, deliveryId: string) =>
  queryOptions({
    queryKey: ["deliveries", environment, "one", deliveryId],
    queryFn: ({ signal }) => getJson<Wire<DeliveryDetail>>(`/${environment}/deliveries/${deliveryId}`, {}, signal),
    staleTime: 1000,
    refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data.status) ? false : 2000),
  });

/** What replaying a filter would do. Counted anew whenever somebody asks: what was counted before is no promise. */
export const replayCountQuery = (environment: Environment, asked: AskedFilter) =>
  queryOptions({
    queryKey: ["deliveries", environment, "replay", asked],
    queryFn: ({ signal }) => getJson<Wire<ReplayCount>>(`/${environment}/deliveries/replay`, asked, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
