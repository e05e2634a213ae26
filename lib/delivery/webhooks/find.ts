import { and, eq, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import type { PortalContext, World } from "#lib/account/worlds/context.ts";
import type { WebhookSettings } from "#lib/delivery/webhooks/schema.ts";
import { openUrl } from "#lib/delivery/webhooks/stored-url.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";

/** With the whole URL, whose query may hold a token. */
export interface Webhook extends WebhookSettings {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

const { id, name, url, enabled, eventTypes, createdAt, updatedAt } = webhooks;
const columns = { id, name, url, enabled, eventTypes, createdAt, updatedAt };

export async function findWebhook(world: Pick<World, "id">, webhookId: string): Promise<Webhook> {
  const [webhook] = await db.select(columns).from(webhooks).where(existing(world, webhookId));
  return opened(webhook ?? rejectUnknown(webhookId));
}

/** `removal` also excludes transactions that queue a delivery (`use`). */
const locks = { use: "key share", change: "no key update", removal: "update" } as const;

export async function lockWebhook(
  tx: Transaction,
  world: Pick<World, "id">,
  webhookId: string,
  purpose: keyof typeof locks,
): Promise<Webhook> {
  const [webhook] = await tx.select(columns).from(webhooks).where(existing(world, webhookId)).for(locks[purpose]);
  return opened(webhook ?? rejectUnknown(webhookId));
}

function opened(webhook: Webhook): Webhook {
  return { ...webhook, url: openUrl(webhook.url, webhook.id) };
}

function existing(world: Pick<World, "id">, webhookId: string): SQL | undefined {
  return and(eq(webhooks.id, webhookId), eq(webhooks.worldId, world.id), isNull(webhooks.deletedAt));
}

function rejectUnknown(webhookId: string): never {
  throw new NotFound(`there is no webhook ${webhookId}`, { key: "noWebhook" });
}

export async function read({ world }: Pick<PortalContext, "world">, webhookId: string): Promise<Webhook> {
  return findWebhook(world, webhookId);
}
