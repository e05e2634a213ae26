import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import { emitTest } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { findWebhook } from "#lib/delivery/webhooks/find.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { realMoment } from "#lib/platform/time/clock.ts";

/** Sends a sample event of any type to one webhook, marked as a test. Throws NotFound, or a UserError while it is disabled. */
export async function sendTestEvent(ctx: DeveloperContext, webhookId: string, eventType: EventType): Promise<{ deliveryId: string }> {
  const { world, realTime } = ctx;
  const { enabled } = await findWebhook(world, webhookId);
  if (!enabled) throw new UserError("the webhook is disabled, and what is sent to it waits: enable it first", { key: "webhookDisabled" });
  return transact(async (tx) => {
    // The subject of a test event is the webhook.
    const event = { worldId: world.id, eventType, subjectId: webhookId, executionId: null, data: eventSamples[eventType] };
    const deliveryId = await emitTest(tx, event, webhookId, realMoment(realTime));
    if (deliveryId === undefined) throw new NotFound(`there is no webhook ${webhookId}`, { key: "noWebhook" });
    await recordAudit(tx, ctx, { action: "webhook.tested", subjectId: webhookId, details: { eventType, deliveryId } });
    return { deliveryId };
  });
}
