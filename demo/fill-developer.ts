import { sql } from "#db/client.ts";
import { outageBefore } from "#demo/fill-contracts.ts";
import { recordDeliveries } from "#demo/fill-deliveries.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { replay } from "#lib/delivery/deliveries/replay.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { create as createAlert } from "#lib/developer/alerts/manage.ts";
import { thresholdOf, usualKinds } from "#lib/developer/alerts/schema-kinds.ts";

const dayMs = 86_400_000;
/** Says where a delivery goes that fails once for no fault of a newcomer. */
const webhookName = "Demo receiver (fails now and then)";

/**
 * The usual alerts and a webhook, both at the receiver of the demo: the webhook's past deliveries are recorded, and what happens from now
 * on is sent to it. After its outage of yesterday, an owner replays what had failed.
 */
export async function fillDeveloperSpace(
  asOwner: (at: Date) => ContextOf["owner"] | undefined,
  { worldId, receiver, now }: { worldId: number; receiver: string; now: Date },
): Promise<void> {
  const [before, present] = [asOwner(new Date(now.getTime() - 300 * dayMs)), asOwner(now)];
  if (before === undefined || present === undefined) return;
  const existing = await sql`select from webhooks where world_id = ${worldId} and name = ${webhookName}`;
  if (existing.length > 0) return;
  for (const kind of usualKinds) {
    await createAlert(before, {
      kind,
      threshold: thresholdOf(kind)?.usual ?? null,
      channel: "webhook",
      recipients: [],
      url: `${receiver}/${worldId}/alerts`,
      language: "fr",
      timeZone: "Europe/Paris",
      quietHours: null,
    });
  }
  const settings = { name: webhookName, url: `${receiver}/${worldId}/events`, eventTypes: [...eventTypes], signed: true };
  const { id } = await createWebhook(before, settings);
  const outage = outageBefore(now);
  await recordDeliveries(worldId, id, { now, outage });
  const failed = await sql<{ id: string; attempts: number }[]>`
    select id, attempts from deliveries
    where webhook_id = ${id} and status = 'failed' and created_at between ${outage.began} and ${outage.ended} order by id`;
  for (const { id: deliveryId, attempts } of failed) await replay(present, deliveryId, attempts);
}
