import { api, trpc } from "#components/kit/api/api.ts";
import { live, liveList } from "#components/kit/api/live.ts";
import type { OverviewRange } from "#lib/overview/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { WebhookHealth } from "#lib/webhooks/health.ts";
import type { WebhookOverview } from "#lib/webhooks/list.ts";
import type { SecretPurpose } from "#lib/webhooks/schema.ts";

export type WebhookRow = WebhookOverview;
export type HealthData = WebhookHealth;

/** Every webhook of an environment with its health. There are never more than a page of them, so the page of one reads it too. */
export const webhooksQuery = (environment: Environment) => trpc.webhooks.list.queryOptions({ environment }, live);

/** How a webhook has been doing over a period. */
export const healthQuery = (environment: Environment, webhookId: string, range: OverviewRange, timeZone: string) =>
  trpc.webhooks.health.queryOptions({ environment, webhookId, range, timeZone }, liveList);

/** How many deliveries wait for a disabled webhook. Counted anew whenever somebody asks. */
export const waitingQuery = (environment: Environment, webhookId: string) =>
  trpc.webhooks.countWaiting.queryOptions({ environment, webhookId }, { staleTime: 0, gcTime: 0 });

/** Whether a webhook signs; never a secret, which is read by `readSecret` alone and kept by no cache. */
export const signingQuery = (environment: Environment, webhookId: string) =>
  trpc.webhooks.signing.queryOptions({ environment, webhookId }, live);

/** Asks the server for the secret itself, which it notes. */
export async function readSecret(environment: Environment, webhookId: string, purpose: SecretPurpose): Promise<string> {
  const { text } = await api.webhooks.revealSecret.mutate({ environment, webhookId, purpose });
  return text;
}

/** What of a period would be sent again. Counted anew whenever somebody asks. */
export const recoveryQuery = (
  environment: Environment,
  webhookId: string,
  recovery: { what: "missed" | "all"; from: string; to: string },
) =>
  trpc.webhooks.countRecoverable.queryOptions(
    { environment, webhookId, ...recovery },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );
