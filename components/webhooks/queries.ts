import { queryOptions } from "@tanstack/react-query";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { live } from "#components/portal/query-client.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { WebhookOverview } from "#lib/webhooks/list.ts";

export type WebhookRow = Wire<WebhookOverview>;

/** Every webhook of an environment with its health. There are never more than a page of them, so the page of one reads it too. */
export const webhooksQuery = (environment: Environment) =>
  queryOptions({
    queryKey: ["webhooks", environment],
    queryFn: ({ signal }) => getJson<WebhookRow[]>(`/${environment}/webhooks`, {}, signal),
    ...live,
  });
