import { z } from "zod";
import { api, trpc, live, liveList } from "#components/kit/api/api.ts";
import { recovery } from "#lib/deliveries/schema.ts";
import { eventTypes } from "#lib/events/catalogue.ts";
import { eventId } from "#lib/events/schema.ts";
import type { OverviewRange } from "#lib/overview/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { WebhookHealth } from "#lib/webhooks/health.ts";
import type { WebhookOverview } from "#lib/webhooks/list.ts";
import type { SecretPurpose } from "#lib/webhooks/schema.ts";
import { secretPurposes } from "#lib/webhooks/schema.ts";

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
export const recoveryQuery = (environment: Environment, webhookId: string, period: { what: "missed" | "all"; from: string; to: string }) =>
  trpc.webhooks.countRecoverable.queryOptions(
    { environment, webhookId, ...period },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );

/** Which webhook a path is about. */
export const webhookParams = z.object({ webhookId: z.string().max(64) });

/** The kind of the event that a webhook is tried out with. */
export const testEventBody = z.strictObject({ eventType: z.enum(eventTypes) });

/** What a signing secret is wanted for. */
export const secretBody = z.strictObject({ purpose: z.enum(secretPurposes) });

/** A request that a receiver got: its headers by their names in lower case, and its body. */
export const receivedRequestBody = z.strictObject({
  headers: z.record(z.string().max(200), z.string().max(4000)),
  body: z.string().max(500_000),
});

/** What to recover, as it was counted, and after which event to go on. */
export const recoverBody = recovery.extend({ countedAt: z.date(), after: eventId.optional() });
