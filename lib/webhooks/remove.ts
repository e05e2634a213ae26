import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { deliveries, deliveryQueue, webhooks } from "#db/schema/webhooks.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext } from "#lib/context.ts";
import { countEnded } from "#lib/deliveries/record.ts";
import { assertOwner } from "#lib/users/assert-owner.ts";
import { announceWebhookChange } from "#lib/webhooks/changes.ts";
import { lockWebhook } from "#lib/webhooks/find.ts";

/**
 * Deletes a webhook: what was queued for it is cancelled, its history stays. A request that is under way at this moment, and what another
 * instance has leased already, may still arrive; what comes of it is recorded nowhere. Answers how many deliveries were cancelled; NotFound
 * where this world has none of that id.
 */
export async function remove(ctx: PortalContext, webhookId: string): Promise<{ cancelled: number }> {
  assertOwner(ctx);
  const removed = await db.transaction(async (tx) => {
    const { name } = await lockWebhook(tx, ctx.world, webhookId, "removal");
    await tx.update(webhooks).set({ deletedAt: ctx.realTime, updatedAt: ctx.realTime }).where(eq(webhooks.id, webhookId));
    // Locked in their order (`deliveryQueue`).
    const [counts] = await tx.execute<{ cancelled: number }>(sql`
      with gone as (
        delete from ${deliveryQueue} where delivery_id in (
          select delivery_id from ${deliveryQueue} where webhook_id = ${webhookId} order by delivery_id for update
        ) returning delivery_id
      ), ended as (
        update ${deliveries} set status = 'cancelled', next_attempt_at = null, updated_at = ${ctx.realTime.toISOString()}
        where id in (select delivery_id from gone) returning world_id, status, updated_at, test
      ), counted as (${sql.raw(countEnded)})
      select count(*)::int as cancelled from ended`);
    const { cancelled = 0 } = counts ?? {};
    await noteAudit(tx, ctx, { action: "webhook.deleted", subjectId: webhookId, details: { name, cancelled } });
    return { cancelled };
  });
  announceWebhookChange(webhookId);
  return removed;
}
