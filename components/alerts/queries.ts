import { trpc, live } from "#components/kit/api/api.ts";
import type { AlertViewer } from "#lib/developer/alerts/list.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** The alerts of an environment, which fit on one page, with what they found lately and whom they can tell. */
export const alertsQuery = (environment: Environment, viewer: AlertViewer) =>
  trpc.alerts.list.queryOptions({ environment, ...viewer }, live);
