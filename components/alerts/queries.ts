import { live, trpc } from "#components/kit/api/api.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** The alerts of an environment, which fit on one page, with what they found lately and whom they can tell. */
export const alertsQuery = (environment: Environment) => trpc.alerts.list.queryOptions({ environment }, live);
