import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { deliveries, deliveryQueue } from "#db/schema/deliveries.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext, PortalContext } from "#lib/account/worlds/context.ts";
import { announceCancellation, announceDue } from "#lib/delivery/deliveries/due.ts";
import { read } from "#lib/delivery/deliveries/read.ts";
import { countEnded } from "#lib/delivery/deliveries/record.ts";
import { findWebhook } from "#lib/delivery/webhooks/find.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** Cancels a waiting delivery (rules/deliveries.md#manual-2). Throws NotFound, or a UserError for one that is being sent or is over. */
export async function cancel(ctx: DeveloperContext, deliveryId: string): Promise<void> {
  const at = ctx.realTime;
  const dueAt = await db.transaction(async (tx) => {
    const [taken] = await tx.execute<{ dueAt: Date }>(sql`
      with taken as (
        delete from ${deliveryQueue} q using ${deliveries} d
        where q.delivery_id = ${deliveryId} and d.id = q.delivery_id and d.world_id = ${ctx.world.id}
          and (q.leased_until is null or q.leased_until <= now())
        returning q.delivery_id, q.due_at
      ), ended as (
        update ${deliveries} set status = 'cancelled', next_attempt_at = null, updated_at = ${at} where id in (select delivery_id from taken)
        returning world_id, status, updated_at, test
      ), counted as (${sql.raw(countEnded)})
      select due_at from taken`);
    if (taken === undefined) return undefined;
    await recordAudit(tx, ctx, { action: "delivery.cancelled", subjectId: deliveryId });
    return taken.dueAt;
  });
  if (dueAt !== undefined) {
    announceCancellation({ deliveryId, dueAt });
    return;
  }
  const { status } = await read(ctx, deliveryId);
  throw new UserError(`a delivery that is ${status} cannot be cancelled: only one that waits, which is pending or retrying`, {
    key: "deliveryNotWaiting",
  });
}

/** Makes the next attempt of a waiting delivery now. `seenAttempts` is the number on screen, so that two operators cause one attempt. */
export async function retryNow(ctx: DeveloperContext, deliveryId: string, seenAttempts: number): Promise<void> {
  const at = ctx.realTime;
  const isDue = await db.transaction(async (tx) => {
    const rows = await tx.execute(sql`
      with due as (
        update ${deliveryQueue} q set due_at = ${at}, trigger = 'manual' from ${deliveries} d, ${webhooks} w
        where q.delivery_id = ${deliveryId} and d.id = ${deliveryId} and d.world_id = ${ctx.world.id} and q.attempts = ${seenAttempts}
          and (q.leased_until is null or q.leased_until <= now()) and w.id = q.webhook_id and w.enabled and w.deleted_at is null
        returning q.delivery_id
      )
      update ${deliveries} set next_attempt_at = ${at}, updated_at = ${at} where id = ${deliveryId} and id in (select delivery_id from due)
      returning id`);
    if (rows.length > 0) await recordAudit(tx, ctx, { action: "delivery.retried", subjectId: deliveryId });
    return rows.length > 0;
  });
  if (!isDue) throw await explain(ctx, deliveryId);
  announceDue({ deliveryIds: [deliveryId] });
}

async function explain(ctx: PortalContext, deliveryId: string): Promise<UserError> {
  const { status, webhookId } = await read(ctx, deliveryId);
  if (status !== "pending" && status !== "retrying") {
    return new UserError(`a delivery that is ${status} cannot be retried: only one that waits, which is pending or retrying`, {
      key: "deliveryNotRetryable",
    });
  }
  const { enabled } = await findWebhook(ctx.world, webhookId);
  if (!enabled) return new UserError("the webhook is disabled: enable it first", { key: "webhookDisabled" });
  return new UserError("a delivery that was sent again meanwhile is not retried unseen", { key: "deliverySentMeanwhile" });
}
