import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { webhookHealth, webhooks } from "#db/schema/webhooks.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext } from "#lib/context.ts";
import { announceDue } from "#lib/deliveries/due.ts";
import { assertOwner } from "#lib/users/assert-owner.ts";
import { announceWebhookChange } from "#lib/webhooks/changes.ts";
import { lockWebhook } from "#lib/webhooks/find.ts";
import { maskUrl } from "#lib/webhooks/rules/mask-url.ts";
import type { WebhookChanges, WebhookChangesInput } from "#lib/webhooks/schema.ts";
import { settingsToChange } from "#lib/webhooks/settings.ts";
import { sealUrl } from "#lib/webhooks/stored-url.ts";
import type { Webhook } from "#lib/webhooks/webhook.ts";

/**
 * Changes a webhook's settings; what is left out stays. What waits goes to the new URL, but for what another instance has leased already;
 * what waited while it was disabled is sent as soon as it is enabled. NotFound where this world has none of that id.
 */
export async function change(ctx: PortalContext, webhookId: string, input: WebhookChangesInput): Promise<Webhook> {
  assertOwner(ctx);
  const asked = settingsToChange.parse(input);
  const { before, after } = await db.transaction(async (tx) => {
    const found = await lockWebhook(tx, ctx.world, webhookId, "change");
    const changes = differencesFrom(found, asked);
    if (Object.keys(changes).length === 0) return { before: found, after: found };
    const changed: Webhook = { ...found, ...changes, updatedAt: ctx.realTime };
    await tx
      .update(webhooks)
      .set({ ...changes, ...(changes.url !== undefined && { url: sealUrl(changes.url, webhookId) }), updatedAt: ctx.realTime })
      .where(eq(webhooks.id, webhookId));
    // While it was disabled nothing was sent: a failure of before then is no outage of now.
    if (changes.enabled === true) {
      await tx.update(webhookHealth).set({ failingSince: null, consecutiveFailures: 0 }).where(eq(webhookHealth.webhookId, webhookId));
    }
    const details = { ...changes, ...(changes.url === undefined ? {} : { url: maskUrl(changes.url) }) };
    await noteAudit(tx, ctx, { action: "webhook.changed", subjectId: webhookId, details });
    return { before: found, after: changed };
  });
  if (after !== before) announceWebhookChange(webhookId);
  if (after.enabled && !before.enabled) announceDue({ webhookId });
  return after;
}

type Differences = Partial<Pick<Webhook, keyof WebhookChanges>>;

function differencesFrom(webhook: Webhook, asked: WebhookChanges): Differences {
  const names = Object.keys(asked) as (keyof WebhookChanges)[];
  const different = names.filter((name) => asked[name] !== undefined && !isDeepStrictEqual(asked[name], webhook[name]));
  return Object.fromEntries(different.map((name) => [name, asked[name]]));
}
