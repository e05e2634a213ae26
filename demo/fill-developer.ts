import { sql } from "#db/client.ts";
import { outageBefore } from "#demo/fill-contracts.ts";
import { recordDeliveries } from "#demo/fill-deliveries.ts";
import { createNamed } from "#lib/account/keys/create-named.ts";
import type { NamedKeyInput } from "#lib/account/keys/requests.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { replayMatching } from "#lib/delivery/deliveries/replay-matching.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { create as createAlert } from "#lib/developer/alerts/manage.ts";
import { alertKinds, usualKinds } from "#lib/developer/alerts/schema-kinds.ts";

const dayMs = 86_400_000;
/** Says where a delivery goes that fails once for no fault of a newcomer. */
const webhookName = "Demo receiver (fails now and then)";

/** Keys of systems that do not share the environment's. */
const systems: readonly Pick<NamedKeyInput, "name" | "rights">[] = [
  { name: "Site web", rights: ["contracts:write", "products:read", "renters:read"] },
  { name: "Comptabilité", rights: ["read"] },
  { name: "Assistant", rights: ["read"] },
];

/**
 * The usual alerts, a key for each system, and a webhook. Alerts and webhook go to the receiver of the demo: the webhook's past deliveries
 * are recorded, and what happens from now on is sent to it. After its outage of yesterday, an owner replays what had failed.
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
      threshold: alertKinds[kind].threshold.usual,
      channel: "webhook",
      recipients: [],
      url: `${receiver}/${worldId}/alerts`,
      language: "fr",
      timeZone: "Europe/Paris",
    });
  }
  const settings = { name: webhookName, url: `${receiver}/${worldId}/events`, eventTypes: [...eventTypes], signed: true };
  const { id } = await createWebhook(before, settings);
  for (const [index, system] of systems.entries()) {
    const expiresAt = index === 0 ? null : new Date(now.getTime() + 30 * index * dayMs);
    await createNamed(before, { ...system, expiresAt });
  }
  const outage = outageBefore(now);
  await recordDeliveries(worldId, id, { now, outage });
  await replayMatching(present, { webhookId: id, status: "failed", from: outage.began, to: outage.ended }, now);
}
