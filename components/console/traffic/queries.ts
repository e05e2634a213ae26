import { parseAsStringLiteral } from "nuqs/server";
import type { callParsers } from "#components/calls/queries.ts";
import type { deliveryParsers } from "#components/deliveries/queries.ts";
import type { eventParsers } from "#components/events/queries.ts";
import { live, liveList, liveSummary, trpc } from "#components/kit/api/api.ts";
import { withoutCursor } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const trafficViews = ["calls", "causes", "deliveries", "events", "webhooks"] as const;

export type TrafficView = (typeof trafficViews)[number];

export const trafficView = { view: parseAsStringLiteral(trafficViews).withDefault("calls") };

/** The world that support looks at. */
export interface OfWorld {
  partnerId: string;
  environment: Environment;
}

export type CallQuery = ListQuery<typeof callParsers>;

export type DeliveryQuery = ListQuery<typeof deliveryParsers>;

export type EventQuery = ListQuery<typeof eventParsers>;

const { traffic } = trpc.console;

export const partnerCallsQuery = (of: OfWorld, query: CallQuery) => traffic.calls.queryOptions({ ...of, ...query }, liveList);

export const partnerCallSummaryQuery = (of: OfWorld, query: CallQuery, timeZone: string) =>
  traffic.callSummary.queryOptions({ ...of, ...withoutCursor(query), timeZone }, liveSummary);

export const partnerCallQuery = (of: OfWorld, executionId: string) => traffic.readCall.queryOptions({ ...of, executionId }, live);

export const partnerDeliveriesQuery = (of: OfWorld, query: DeliveryQuery) => traffic.deliveries.queryOptions({ ...of, ...query }, liveList);

export const partnerDeliverySummaryQuery = (of: OfWorld, query: DeliveryQuery, timeZone: string) =>
  traffic.deliverySummary.queryOptions({ ...of, ...withoutCursor(query), timeZone }, liveSummary);

export const partnerEventsQuery = (of: OfWorld, query: EventQuery) => traffic.events.queryOptions({ ...of, ...query }, liveList);

export const partnerEventSummaryQuery = (of: OfWorld, query: EventQuery, timeZone: string) =>
  traffic.eventSummary.queryOptions({ ...of, ...withoutCursor(query), timeZone }, liveSummary);

export const partnerWebhooksQuery = (of: OfWorld) => traffic.webhooks.queryOptions(of, live);

export const partnerErrorsQuery = (of: OfWorld) => traffic.errors.queryOptions(of, live);

export const partnerChangesQuery = (partnerId: string) => traffic.changes.queryOptions({ partnerId }, live);
