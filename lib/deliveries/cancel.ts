import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { deliveries, deliveryQueue } from "#db/schema/webhooks.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PortalContext } from "#lib/context.ts";
import { announceCancellation } from "#lib/deliveries/due.ts";
import { read } from "#lib/deliveries/read.ts";
import { countEnded } from "#lib/deliveries/record.ts";
import { Refusal } from "#lib/refusal.ts";
import { assertOwner } from "#lib/users/assert-owner.ts";

/**
 * Cancels a delivery that waits for its first attempt or a retry (resolutions.md § 9); it is never sent again unless somebody replays it.
 * NotFound for an unknown one, a Refusal for one that is being sent or is over.
 */
export async function cancel(ctx: PortalContext, deliveryId: string): Promise<void> {
  assertOwner(ctx);
  const at = ctx.realTime.toISOString();
  const dueAt = await db.transaction(async (tx) => {
    const [taken] = await tx.execute<{ dueAt: string }>(sql`
      with taken as (
        delete from ${deliveryQueue} q using ${deliveries} d
        where q.delivery_id = ${deliveryId} and d.id = q.delivery_id and d.world_id = ${ctx.world.id}
          and (q.leased_until is null or q.leased_until <= now())
        returning q.delivery_id, q.due_at
      ), ended as (
        update ${deliveries} set status = 'cancelled', next_attempt_at = null, updated_at = ${at} where id in (select delivery_id from taken)
        returning world_id, status, updated_at, test
      ), counted as (${sql.raw(countEnded)})
      select due_at as "dueAt" from taken`);
    if (taken === undefined) return undefined;
    await noteAudit(tx, ctx, { action: "delivery.cancelled", subjectId: deliveryId });
    return new Date(taken.dueAt);
  });
  if (dueAt !== undefined) {
    announceCancellation({ deliveryId, dueAt });
    return;
  }
  const { status } = await read(ctx, deliveryId);
  throw new Refusal(`a delivery that is ${status} cannot be cancelled: only one that waits, which is pending or retrying`, {
    key: "deliveryNotWaiting",
  });
}
