import { and, eq, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import type { PortalContext, World } from "#lib/context.ts";
import { NotFound } from "#lib/refusal.ts";
import type { WebhookSettings } from "#lib/webhooks/schema.ts";
import { openUrl } from "#lib/webhooks/stored-url.ts";

/** A webhook as people edit it: its URL is whole, with the token that the query may hold. */
export interface Webhook extends WebhookSettings {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

const { id, name, url, enabled, eventTypes, createdAt, updatedAt } = webhooks;
const columns = { id, name, url, enabled, eventTypes, createdAt, updatedAt };

/** The webhook of this world; NotFound for one that is unknown, deleted or another world's. */
export async function findWebhook(world: Pick<World, "id">, webhookId: string): Promise<Webhook> {
  const [webhook] = await db.select(columns).from(webhooks).where(existing(world, webhookId));
  return opened(webhook ?? refuseUnknown(webhookId));
}

/** How a webhook is locked: to change it, or, for its removal, also against whoever is queueing a delivery for it (`use`) or is about to. */
const locks = { use: "key share", change: "no key update", removal: "update" } as const;

/** The webhook, locked until the transaction ends. */
export async function lockWebhook(
  tx: Transaction,
  world: Pick<World, "id">,
  webhookId: string,
  purpose: keyof typeof locks,
): Promise<Webhook> {
  const [webhook] = await tx.select(columns).from(webhooks).where(existing(world, webhookId)).for(locks[purpose]);
  return opened(webhook ?? refuseUnknown(webhookId));
}

function opened(webhook: Webhook): Webhook {
  return { ...webhook, url: openUrl(webhook.url, webhook.id) };
}

function existing(world: Pick<World, "id">, webhookId: string): SQL | undefined {
  return and(eq(webhooks.id, webhookId), eq(webhooks.worldId, world.id), isNull(webhooks.deletedAt));
}

function refuseUnknown(webhookId: string): never {
  throw new NotFound(`there is no webhook ${webhookId}`, { key: "noWebhook" });
}

/** A webhook with its whole URL, to be edited; NotFound where this world has none of that id. */
export async function read({ world }: Pick<PortalContext, "world">, webhookId: string): Promise<Webhook> {
  return findWebhook(world, webhookId);
}
