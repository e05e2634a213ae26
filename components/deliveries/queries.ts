import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { isOver } from "#components/deliveries/statuses.ts";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import { deliveryFilters } from "#lib/deliveries/list-filters.ts";
import type { DeliveryOverview } from "#lib/deliveries/overview.ts";
import type { DeliveryDetail } from "#lib/deliveries/read.ts";
import type { ReplayCount } from "#lib/deliveries/replay-matching.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type DeliveryRow = Wire<DeliveryOverview>;

/** The filters of a list, as the address has them. */
export const deliveryParsers = parsersOf(deliveryFilters);

export type AskedFilter = inferParserType<typeof deliveryParsers>;
type Asked = Partial<AskedFilter & inferParserType<typeof cursorParsers>>;

/** A delivery among others; whether the one before it is of the same event, on its way to another webhook. */
export type GroupedDelivery = DeliveryRow & { isSameEvent: boolean };

/** The page with the deliveries of an event one after another, where the first of them is. */
export function groupByEvent(page: Wire<BoundedPage<DeliveryOverview>>) {
  const groups = Map.groupBy(page.rows, ({ eventId }) => eventId);
  const rows = [...groups.values()].flatMap((group) => group.map((row, index): GroupedDelivery => ({ ...row, isSameEvent: index > 0 })));
  return { ...page, rows };
}

export const deliveriesQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["deliveries", environment, "list", asked],
    queryFn: ({ signal }) => getJson<Wire<BoundedPage<DeliveryOverview>>>(`/${environment}/deliveries`, asked, signal),
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
