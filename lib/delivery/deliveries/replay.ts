import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { deliveries, deliveryQueue } from "#db/schema/deliveries.ts";
import { deliveryOutcomes } from "#db/schema/enums.ts";
import { events } from "#db/schema/events.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext, PortalContext, World } from "#lib/account/worlds/context.ts";
import { announceDue } from "#lib/delivery/deliveries/due.ts";
import { read } from "#lib/delivery/deliveries/read.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/**
 * Replays a finished delivery (rules/deliveries.md#manual-1). `seenAttempts` is what the operator saw, so that of two operators one wins.
 */
export async function replay(ctx: DeveloperContext, deliveryId: string, seenAttempts: number): Promise<void> {
  const isQueued = await db.transaction(async (tx) => {
    const count = await requeue(tx, { ...ctx, attempts: seenAttempts }, [deliveryId]);
    if (count > 0) await recordAudit(tx, ctx, { action: "delivery.replayed", subjectId: deliveryId });
    return count > 0;
  });
  if (!isQueued) throw await explain(ctx, deliveryId);
  announceDue({ deliveryIds: [deliveryId] });
}

async function explain(ctx: PortalContext, deliveryId: string): Promise<UserError> {
  const { status, webhookDeleted, payload } = await read(ctx, deliveryId);
  if (webhookDeleted) return new UserError("a delivery whose webhook was deleted cannot be replayed", { key: "deliveryWithoutWebhook" });
  if (payload === null) {
    return new UserError("a delivery whose event is no longer kept cannot be replayed", { key: "deliveryWithoutEvent" });
  }
  if (deliveryOutcomes.some((over) => over === status)) {
    return new UserError("a delivery that was sent again meanwhile is not replayed unseen", { key: "deliverySentMeanwhile" });
  }
  return new UserError(`a delivery that is ${status} cannot be replayed: only one that is over, which is succeeded, failed or cancelled`, {
    key: "deliveryNotOver",
  });
}

/** Puts finished deliveries back into the queue as a new cycle, due now, unless their webhook or event is gone; returns how many. */
export async function requeue(
  tx: Transaction,
  { world, realTime, overSince, attempts }: { world: Pick<World, "id">; realTime: Date; overSince?: Date; attempts?: number },
  deliveryIds: readonly string[],
): Promise<number> {
  const at = realTime.toISOString();
  // Repeated at each mention, so that the planner skips other partitions.
  const named = sql`d.id = any(${sql.param(deliveryIds)}::text[])`;
  const isOld = overSince === undefined ? sql`` : sql`and d.updated_at <= ${overSince}`;
  const isAsSeen = attempts === undefined ? sql`` : sql`and d.attempts = ${attempts}`;
  // Locks rows in one order, so that concurrent replays cannot deadlock, and the webhooks against their deletion.
  const { count } = await tx.execute(sql`
    with receivers as (
      select id from ${webhooks} where world_id = ${world.id} and deleted_at is null for key share
    ), over as (
      select d.id from ${deliveries} d join receivers r on r.id = d.webhook_id
      where ${named} and d.world_id = ${world.id} ${isOld} ${isAsSeen}
        and d.status = any(${sql.param(deliveryOutcomes)}::text[]) and exists (select 1 from ${events} e where e.id = d.event_id offset 0)
      order by d.id for update of d
    ), again as (
      update ${deliveries} d set status = 'pending', next_attempt_at = ${at}, updated_at = ${at} from over where ${named} and d.id = over.id
      returning d.id, d.event_id, d.webhook_id, d.attempts
    )
    insert into ${deliveryQueue} (delivery_id, event_id, webhook_id, due_at, trigger, attempts)
    select id, event_id, webhook_id, ${at}::timestamptz, 'replay', attempts from again`);
  return count;
}
