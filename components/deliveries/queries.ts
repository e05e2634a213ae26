import type { inferParserType } from "nuqs/server";
import { liveList, liveSummary, trpc } from "#components/kit/api/api.ts";
import { givenOf, parsersOf, withoutCursor } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { deliveryFilters } from "#lib/delivery/deliveries/list-filters.ts";
import type { DeliveryOverview } from "#lib/delivery/deliveries/overview.ts";
import type { DeliveryOutcome, ShownDeliveryStatus } from "#lib/delivery/deliveries/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";

/**
 * True for statuses in which nothing more is sent, unless somebody replays the delivery (rules/deliveries.md#manual-1). Without zod, for
 * the browser.
 */
const over: Record<ShownDeliveryStatus, boolean> = {
  pending: false,
  delivering: false,
  succeeded: true,
  retrying: false,
  failed: true,
  cancelled: true,
};

/** Every status, in the order of a delivery's life. */
export const statuses = Object.keys(over) as ShownDeliveryStatus[];

export const deliveryParsers = parsersOf(deliveryFilters);

export type AskedFilter = inferParserType<typeof deliveryParsers>;
type DeliveryQuery = ListQuery<typeof deliveryParsers>;

/** A delivery among others; whether the one before it is of the same event, on its way to another webhook. */
export type GroupedDelivery = DeliveryOverview & { isSameEvent: boolean };

/** The page with the deliveries of an event one after another, where the first of them is. */
export function groupByEvent(page: BoundedPage<DeliveryOverview>) {
  const groups = Map.groupBy(page.rows, ({ eventId }) => eventId);
  const rows = [...groups.values()].flatMap((group) => group.map((row, index): GroupedDelivery => ({ ...row, isSameEvent: index > 0 })));
  return { ...page, rows };
}

export const deliveriesQuery = (environment: Environment, query: DeliveryQuery) =>
  trpc.deliveries.list.queryOptions({ environment, ...query }, liveList);

export const deliverySummaryQuery = (environment: Environment, query: DeliveryQuery, timeZone: string) =>
  trpc.deliveries.summary.queryOptions({ environment, ...withoutCursor(query), timeZone }, liveSummary);

/** A delivery in detail; it refreshes by itself until it is over. */
export const deliveryQuery = (environment: Environment, deliveryId: string) =>
  trpc.deliveries.read.queryOptions(
    { environment, deliveryId },
    {
      staleTime: 1000,
      refetchInterval: ({ state }) => (state.data !== undefined && isOver(state.data.status) ? false : 2000),
    },
  );

/** Counts what replaying a filter would send. Never cached, since an earlier count may be outdated. */
export const replayCountQuery = (environment: Environment, query: AskedFilter) =>
  trpc.deliveries.countMatching.queryOptions({ environment, ...givenOf(query) }, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false });

export function isOver(status: ShownDeliveryStatus): status is DeliveryOutcome {
  return over[status];
}
