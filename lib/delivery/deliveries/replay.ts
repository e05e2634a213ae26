import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { deliveries, deliveryQueue } from "#db/schema/deliveries.ts";
import { deliveryOutcomes } from "#db/schema/enums.ts";
import { events } from "#db/schema/events.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext, PortalContext, World } from "#lib/account/worlds/context.ts";
import { announceDue } from "#lib/delivery/deliveries/due.ts";
import { matching } from "#lib/delivery/deliveries/filter.ts";
import { read } from "#lib/delivery/deliveries/read.ts";
import type { DeliveryFilter, DeliveryOutcome } from "#lib/delivery/deliveries/schema.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { maxSummed } from "#lib/platform/lists/row-limits.ts";

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

const batchSize = 1_000;

interface ReplayCount {
  /** The newest so many of them at most. */
  count: number;
  hasMore: boolean;
  byStatus: Record<DeliveryOutcome, number>;
  /** The moment of the count; `replayMatching` skips deliveries sent since. */
  countedAt: Date;
}

/** Counts the newest deliveries that `replayMatching` would replay: finished ones that fit the filter and whose webhook and event exist. */
export async function countMatching(
  { world, realTime: now }: Pick<PortalContext, "world" | "realTime">,
  filter: DeliveryFilter,
): Promise<ReplayCount> {
  const rows = await db.execute<{ status: DeliveryOutcome; newest: number; kept: number }>(sql`
    with newest as materialized (
      select r.status, r.event_id from deliveries r where ${await replayable(world, filter, now)}
        and r.webhook_id in (select id from webhooks where world_id = ${world.id} and deleted_at is null)
      order by r.created_at desc, r.id desc limit ${maxSummed + 1})
    select r.status, count(*)::int as newest, count(*) filter (where
      exists (select 1 from events kept where kept.id = r.event_id))::int as kept
    from newest r group by r.status`);
  const counts = new Map(rows.map(({ status, kept }) => [status, kept]));
  const hasMore = rows.reduce((sum, { newest }) => sum + newest, 0) > maxSummed;
  const byStatus = Object.fromEntries(deliveryOutcomes.map((status) => [status, counts.get(status) ?? 0])) as ReplayCount["byStatus"];
  return {
    count: Math.min(
      maxSummed,
      rows.reduce((sum, { kept }) => sum + kept, 0),
    ),
    hasMore,
    byStatus,
    countedAt: now,
  };
}

/** Replays deliveries that fit a filter and were over at `countedAt`, oldest first; a repetition replays nothing twice. */
export async function replayMatching(ctx: DeveloperContext, filter: DeliveryFilter, countedAt: Date): Promise<number> {
  const fits = await replayable(ctx.world, filter, countedAt);
  let replayed = 0;
  let after = sql`true`;
  for (;;) {
    const page = await db.execute<{ id: string; createdAt: Date }>(sql`
      select r.id, r.created_at from deliveries r where ${fits} and ${after}
      order by r.created_at, r.id limit ${batchSize}`);
    const last = page.at(-1);
    if (last === undefined) return replayed;
    const batch = page.map(({ id }) => id);
    replayed += await replayBatch(ctx, batch, { filter, countedAt, isFirst: replayed === 0 });
    after = sql`(r.created_at, r.id) > (${last.createdAt}, ${last.id})`;
  }
}

interface BatchOf {
  filter: DeliveryFilter;
  countedAt: Date;
  isFirst: boolean;
}

async function replayBatch(ctx: PortalContext, deliveryIds: readonly string[], { filter, countedAt, isFirst }: BatchOf): Promise<number> {
  const queued = await db.transaction(async (tx) => {
    const count = await requeue(tx, { ...ctx, overSince: countedAt }, deliveryIds);
    // One audit entry, in the first batch.
    if (isFirst && count > 0) {
      const subjectId = filter.webhookId ?? `world ${ctx.world.id}`;
      await recordAudit(tx, ctx, { action: "deliveries.replayed", subjectId, details: { filter, countedAt } });
    }
    return count;
  });
  if (queued > 0) announceDue({ deliveryIds });
  return queued;
}

async function replayable(world: PortalContext["world"], filter: DeliveryFilter, countedAt: Date): Promise<SQL> {
  const isOver = sql.join(
    deliveryOutcomes.map((status) => sql`r.status = ${status}`),
    sql` or `,
  );
  return sql`${await matching(world, filter, countedAt)} and (${isOver}) and r.updated_at <= ${countedAt}`;
}
