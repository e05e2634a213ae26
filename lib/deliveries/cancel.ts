import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { deliveries, deliveryQueue } from "#db/schema/webhooks.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext } from "#lib/context.ts";
import { announceCancellation } from "#lib/deliveries/cancellations.ts";
import { countEnded } from "#lib/deliveries/count-ended.ts";
import { read } from "#lib/deliveries/read.ts";
import { Refusal } from "#lib/refusal.ts";
import { assertOwner } from "#lib/users/assert-owner.ts";

/**
 * Cancels a delivery that waits for its first attempt or a retry (resolutions.md § 9); it is never sent again unless somebody replays it.
 * NotFound for an unknown one, a Refusal for one that is being sent or is over.
 */
export async function cancel(ctx: PortalContext, deliveryId: string): Promise<void> {
  assertOwner(ctx);
  const at = ctx.now.toISOString();
  const isCancelled = await db.transaction(async (tx) => {
    const cancelled = await tx.execute(sql`
      with taken as (
        delete from ${deliveryQueue} q using ${deliveries} d
        where q.delivery_id = ${deliveryId} and d.id = q.delivery_id and d.world_id = ${ctx.world.id}
          and (q.claimed_until is null or q.claimed_until <= now())
        returning q.delivery_id
      ), ended as (
        update ${deliveries} set status = 'cancelled', next_attempt_at = null, updated_at = ${at} where id in (select delivery_id from taken)
        returning world_id, status, updated_at, test
      ), counted as (${sql.raw(countEnded)})
      select from ended`);
    if (cancelled.length === 0) return false;
    await noteAudit(tx, ctx, { action: "delivery.cancelled", subjectId: deliveryId });
    return true;
  });
  if (isCancelled) {
    announceCancellation(deliveryId);
    return;
  }
  const { status } = await read(ctx, deliveryId);
  throw new Refusal(`a delivery that is ${status} cannot be cancelled: only one that waits, which is pending or retrying`, {
    key: "deliveryNotWaiting",
  });
}
