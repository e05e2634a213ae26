import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext, World } from "#lib/context.ts";
import { newId } from "#lib/ids.ts";
import { Refusal } from "#lib/refusal.ts";
import { assertOwner } from "#lib/users/assert-owner.ts";
import { maskUrl } from "#lib/webhooks/rules/mask-url.ts";
import { maxWebhooks } from "#lib/webhooks/schema.ts";
import type { WebhookSettingsInput } from "#lib/webhooks/schema.ts";
import { settingsOfNew } from "#lib/webhooks/settings.ts";
import { sealUrl } from "#lib/webhooks/stored-url.ts";
import type { Webhook } from "#lib/webhooks/webhook.ts";

/** Creates a webhook (resolutions.md § 9): it is told of what happens from now on. A Refusal where the world has as many as it may. */
export async function create(ctx: PortalContext, input: WebhookSettingsInput): Promise<Webhook> {
  assertOwner(ctx);
  const { realTime: now, world } = ctx;
  const settings = settingsOfNew.parse(input);
  const webhook: Webhook = { id: newId("whk"), ...settings, createdAt: now, updatedAt: now };
  await db.transaction(async (tx) => {
    await assertCapacity(tx, world);
    await tx.insert(webhooks).values({ ...webhook, url: sealUrl(webhook.url, webhook.id), worldId: world.id });
    await noteAudit(tx, ctx, { action: "webhook.created", subjectId: webhook.id, details: { ...settings, url: maskUrl(settings.url) } });
  });
  return webhook;
}

async function assertCapacity(tx: Transaction, world: Pick<World, "id">): Promise<void> {
  // The world's row is the lock: of two at once, the second counts the first.
  await tx.select({ id: worlds.id }).from(worlds).where(eq(worlds.id, world.id)).for("no key update");
  const count = await tx.$count(webhooks, and(eq(webhooks.worldId, world.id), isNull(webhooks.deletedAt)));
  if (count < maxWebhooks) return;
  throw new Refusal(`an environment has at most ${maxWebhooks} webhooks: delete one that is not needed`, {
    key: "webhooksFull",
    values: { most: maxWebhooks },
  });
}
