import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import type { OverviewRange } from "#lib/overview/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { WebhookHealth } from "#lib/webhooks/health.ts";
import type { WebhookOverview } from "#lib/webhooks/list.ts";
import type { SecretPurpose } from "#lib/webhooks/schema.ts";

export type WebhookRow = Wire<WebhookOverview>;
export type HealthData = Wire<WebhookHealth>;

/** Every webhook of an environment with its health. There are never more than a page of them, so the page of one reads it too. */
export const webhooksQuery = (environment: Environment) => get("/[environment]/webhooks", { params: { environment } }, live);

/** How a webhook has been doing over a period. */
export const healthQuery = (environment: Environment, webhookId: string, range: OverviewRange, timeZone: string) =>
  get("/[environment]/webhooks/[webhookId]/health", { params: { environment, webhookId }, query: { range, timeZone } }, liveList);

/** How many deliveries wait for a disabled webhook. Counted anew whenever somebody asks. */
export const waitingQuery = (environment: Environment, webhookId: string) =>
  get("/[environment]/webhooks/[webhookId]/waiting", { params: { environment, webhookId } }, { staleTime: 0, gcTime: 0 });

/** Whether a webhook signs; never a secret, which is read by `readSecret` alone and kept by no cache. */
export const signingQuery = (environment: Environment, webhookId: string) =>
  get("/[environment]/webhooks/[webhookId]/signing", { params: { environment, webhookId } }, live);

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
  get(
    "/[environment]/webhooks/[webhookId]/recover",
    { params: { environment, webhookId }, query: recovery },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );
