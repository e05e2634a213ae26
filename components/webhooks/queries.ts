import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { live } from "#components/portal/query-client.ts";
import type { OverviewRange } from "#lib/overview/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { WebhookHealth } from "#lib/webhooks/health.ts";
import type { WebhookOverview } from "#lib/webhooks/list.ts";
import type { SecretPurpose } from "#lib/webhooks/schema.ts";

export type WebhookRow = Wire<WebhookOverview>;
export type HealthData = Wire<WebhookHealth>;

/** Every webhook of an environment with its health. There are never more than a page of them, so the page of one reads it too. */
export const webhooksQuery = (environment: Environment) =>
  queryOptions({
    queryKey: ["webhooks", environment],
    queryFn: ({ signal }) => api("GET", "/[environment]/webhooks", { params: { environment }, signal }),
    ...live,
  });

/** How a webhook has been doing over a period. */
export const healthQuery = (environment: Environment, webhookId: string, range: OverviewRange, timeZone: string) =>
  queryOptions({
    queryKey: ["webhooks", environment, "health", webhookId, range, timeZone],
    queryFn: ({ signal }) =>
      api("GET", "/[environment]/webhooks/[webhookId]/health", { params: { environment, webhookId }, query: { range, timeZone }, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

/** How many deliveries wait for a disabled webhook. Counted anew whenever somebody asks. */
export const waitingQuery = (environment: Environment, webhookId: string) =>
  queryOptions({
    queryKey: ["webhooks", environment, "waiting", webhookId],
    queryFn: ({ signal }) => api("GET", "/[environment]/webhooks/[webhookId]/waiting", { params: { environment, webhookId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Whether a webhook signs; never a secret, which is read by `readSecret` alone and kept by no cache. */
export const signingQuery = (environment: Environment, webhookId: string) =>
  queryOptions({
    queryKey: ["webhooks", environment, "signing", webhookId],
    queryFn: ({ signal }) => api("GET", "/[environment]/webhooks/[webhookId]/signing", { params: { environment, webhookId }, signal }),
    ...live,
  });

/** Asks the server for the secret itself, which it notes. */
export async function readSecret(environment: Environment, webhookId: string, purpose: SecretPurpose): Promise<string> {
  const path = "/[environment]/webhooks/[webhookId]/signing/reveal";
  const { text } = await api("POST", path, { params: { environment, webhookId }, body: { purpose } });
  return text;
}

/** What of a period would be sent again. Counted anew whenever somebody asks. */
export const recoveryQuery = (
  environment: Environment,
  webhookId: string,
  recovery: { what: "missed" | "all"; from: string; to: string },
) =>
  queryOptions({
    queryKey: ["webhooks", environment, "recovery", webhookId, recovery],
    queryFn: ({ signal }) =>
      api("GET", "/[environment]/webhooks/[webhookId]/recover", { params: { environment, webhookId }, query: recovery, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
