import { keepPreviousData } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { callParsers } from "#components/calls/queries.ts";
import type { deliveryParsers } from "#components/deliveries/queries.ts";
import type { eventParsers } from "#components/events/queries.ts";
import { live, liveList, liveSummary, trpc } from "#components/kit/api/api.ts";
import { parsersOf, withoutCursor } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { auditFilters } from "#lib/account/audit/list-filters.ts";
import { keyFilters } from "#lib/account/keys/list-filters.ts";
import type { KeyState } from "#lib/account/keys/schema.ts";
import { partnerFilters } from "#lib/account/partners/list-filters.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const renterParsers = parsersOf(renterFilters);

type RenterQuery = ListQuery<typeof renterParsers>;

export const registeredRentersQuery = (query: RenterQuery) => trpc.console.renters.list.queryOptions(query, liveList);

const choicesShown = 8;

export const renterChoicesQuery = (search: string, partnerId: string) =>
  trpc.console.renters.list.queryOptions({ search, partnerId, limit: choicesShown }, { placeholderData: keepPreviousData });

export const registeredRenterQuery = (uid: string) => trpc.console.renters.read.queryOptions({ uid }, live);

export const partnerRentersQuery = (partnerId: string, query: RenterQuery) =>
  trpc.console.renters.ofPartner.queryOptions({ partnerId, ...query }, liveList);

export const trafficViews = ["calls", "causes", "deliveries", "events", "webhooks"] as const;

export type TrafficView = (typeof trafficViews)[number];

export const trafficView = { view: parseAsStringLiteral(trafficViews).withDefault("calls") };

/** The world that support looks at. */
export interface OfWorld {
  partnerId: string;
  environment: Environment;
}

type CallQuery = ListQuery<typeof callParsers>;

type DeliveryQuery = ListQuery<typeof deliveryParsers>;

type EventQuery = ListQuery<typeof eventParsers>;

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

export const paymentsQuery = trpc.console.payments.list.queryOptions(undefined, live);

export const paymentRunsQuery = trpc.console.payments.runs.queryOptions(undefined, live);

export const templatesQuery = trpc.console.templates.list.queryOptions();

export const keyReportsQuery = trpc.console.keys.reports.queryOptions(undefined, live);

export const partnerParsers = parsersOf(partnerFilters);
export const keyParsers = parsersOf(keyFilters);

export const partnerTabs = ["keys", "users", "renters", "readiness", "settings"] as const;
export const partnerTab = { tab: parseAsStringLiteral(partnerTabs).withDefault("keys") };

export const partnersQuery = (query: ListQuery<typeof partnerParsers>) => trpc.console.partners.list.queryOptions(query, liveList);

export const partnerQuery = (partnerId: string) => trpc.console.partners.read.queryOptions({ partnerId }, live);

export const tariffsQuery = trpc.console.partners.tariffs.queryOptions();

export const keysQuery = (query: ListQuery<typeof keyParsers>) => trpc.console.keys.list.queryOptions(query, liveList);

/** Working and past keys are listed apart, so that many past keys cannot push out a working one. */
const keyGroups = { working: ["active", "expiring"], past: ["expired", "revoked"] } as const satisfies Record<string, readonly KeyState[]>;
const keysShown = 100;

/** The input of the keys query on a partner's page; past keys are paged. */
export const partnerKeysAsked = (
  partner: string,
  environment: Environment,
  group: keyof typeof keyGroups,
  place: { before?: string; after?: string } = {},
) => ({ partner, environment: [environment], state: [...keyGroups[group]], limit: keysShown, ...place });

export const partnerKeysQuery = (query: ReturnType<typeof partnerKeysAsked>) => trpc.console.keys.list.queryOptions(query, liveList);

export const keyImpactQuery = (keyId: string) => trpc.console.keys.impact.queryOptions({ keyId }, { staleTime: 0 });

export const usersQuery = (partnerId: string, query: ListQuery) => trpc.console.users.list.queryOptions({ partnerId, ...query }, liveList);

export const teamQuery = (query: ListQuery) => trpc.team.list.queryOptions(query, liveList);

export const staffQuery = (query: ListQuery) => trpc.console.staff.list.queryOptions(query, liveList);

export const auditParsers = parsersOf(auditFilters);

export const auditQuery = (asked: ListQuery<typeof auditParsers>) => trpc.console.audit.list.queryOptions(asked, liveList);

export const lookUpFilters = { q: parseAsString };

export const lookUpQuery = (term: string) => trpc.console.lookUp.find.queryOptions({ q: term }, { placeholderData: keepPreviousData });

/** What contains the text, of all partners. */
export const lookUpSearchQuery = (term: string) =>
  trpc.console.lookUp.search.queryOptions({ term, isLong: true }, { placeholderData: keepPreviousData });

export const contractFilters = { cid: parseAsString };

/** Null if there is no such contract. */
export const contractQuery = (cid: string) => trpc.console.lookUp.contract.queryOptions({ cid }, liveList);

export async function refreshKeys(client: QueryClient): Promise<void> {
  const keys = [trpc.console.keys.list.queryKey(), trpc.console.keys.reports.queryKey()];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export async function refreshRenters(client: QueryClient): Promise<void> {
  const keys = [trpc.console.renters.pathKey(), trpc.console.partners.pathKey()];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
