import { useTranslations } from "next-intl";
import { api, live, liveList, trpc } from "#components/kit/api/api.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { WebhookHealth } from "#lib/delivery/webhook-settings/health.ts";
import type { SecretPurpose } from "#lib/delivery/webhooks/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

export type HealthData = WebhookHealth;

/** Every webhook of an environment with its health. They fit on one page, so the page of a single one reads this query too. */
export const webhooksQuery = (environment: Environment) => trpc.webhooks.list.queryOptions({ environment }, live);

export const healthQuery = (environment: Environment, webhookId: string, range: OverviewRange, timeZone: string) =>
  trpc.webhooks.health.queryOptions({ environment, webhookId, range, timeZone }, liveList);

/** The number of deliveries that wait for a disabled webhook. Never cached. */
export const waitingQuery = (environment: Environment, webhookId: string) =>
  trpc.webhooks.countWaiting.queryOptions({ environment, webhookId }, { staleTime: 0, gcTime: 0 });

/** Reads whether a webhook signs, never the secret: `readSecret` alone reads it, without caching. */
export const signingQuery = (environment: Environment, webhookId: string) =>
  trpc.webhooks.signing.queryOptions({ environment, webhookId }, live);

/** Reads the secret itself, which the server audits. */
export async function readSecret(environment: Environment, webhookId: string, purpose: SecretPurpose): Promise<string> {
  const { text } = await api.webhooks.revealSecret.mutate({ environment, webhookId, purpose });
  return text;
}

/** Counts what a recovery of a period would send. Never cached. */
export const recoveryQuery = (environment: Environment, webhookId: string, period: { what: "missed" | "all"; from: string; to: string }) =>
  trpc.webhooks.countRecoverable.queryOptions(
    { environment, webhookId, ...period },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );

/** Returns the description of an event type; `webhooks.meanings` is keyed by the parts of its name after the version. */
export function useEventMeaning(): (kind: EventType) => string {
  const t = useTranslations("webhooks");
  return (kind) => t(`meanings.${kind.slice("v2.".length)}` as "meanings.contract.created");
}
