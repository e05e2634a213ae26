import type { PortalContext } from "#lib/context.ts";
import { findWebhook } from "#lib/webhooks/find.ts";
import type { Webhook } from "#lib/webhooks/webhook.ts";

/** A webhook with its whole URL, to be edited; NotFound where this world has none of that id. */
export async function read({ world }: Pick<PortalContext, "world">, webhookId: string): Promise<Webhook> {
  return findWebhook(world, webhookId);
}
