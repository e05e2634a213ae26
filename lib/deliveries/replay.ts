import { db } from "#db/client.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext } from "#lib/context.ts";
import { read } from "#lib/deliveries/read.ts";
import { requeue } from "#lib/deliveries/requeue.ts";
import { replayableStatuses } from "#lib/deliveries/schema.ts";
import { nudgeRunners } from "#lib/events/nudge.ts";
import { Refusal } from "#lib/refusal.ts";
import { assertOwner } from "#lib/users/assert-owner.ts";

/**
 * Sends a delivery that is over once more: a new cycle, its first attempt at once (resolutions.md § 9). `seenAttempts` is how many
 * attempts the operator saw: of two operators who saw the same one wins, and the other is told, also where the replay is over by then.
 * NotFound for an unknown one, a Refusal that says why for one that cannot be replayed.
 */
export async function replay(ctx: PortalContext, deliveryId: string, seenAttempts: number): Promise<void> {
  assertOwner(ctx);
  const isQueued = await db.transaction(async (tx) => {
    const count = await requeue(tx, { ...ctx, attempts: seenAttempts }, [deliveryId]);
    if (count > 0) await noteAudit(tx, ctx, { action: "delivery.replayed", subjectId: deliveryId });
    return count > 0;
  });
  if (!isQueued) throw await explain(ctx, deliveryId);
  nudgeRunners();
}

async function explain(ctx: PortalContext, deliveryId: string): Promise<Refusal> {
  const { status, webhookDeleted, payload } = await read(ctx, deliveryId);
  if (webhookDeleted) return new Refusal("a delivery whose webhook was deleted cannot be replayed", { key: "deliveryWithoutWebhook" });
  if (payload === null) return new Refusal("a delivery whose event is no longer kept cannot be replayed", { key: "deliveryWithoutEvent" });
  if (replayableStatuses.some((over) => over === status)) {
    return new Refusal("a delivery that was sent again meanwhile is not replayed unseen", { key: "deliverySentMeanwhile" });
  }
  return new Refusal(`a delivery that is ${status} cannot be replayed: only one that is over, which is succeeded, failed or cancelled`, {
    key: "deliveryNotOver",
  });
}
