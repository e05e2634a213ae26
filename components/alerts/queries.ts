import { trpc, live } from "#components/kit/api/api.ts";
import type { AlertRow, Person, RecentAlert } from "#lib/alerts/list.ts";
import type { Environment } from "#lib/partners/schema.ts";

export type AlertRowData = AlertRow;
export type RecentAlertData = RecentAlert;
export type AlertPerson = Person;

/** The alerts of an environment, which fit on one page, with what they found lately and whom they can tell. */
export const alertsQuery = (environment: Environment) => trpc.alerts.list.queryOptions({ environment }, live);
