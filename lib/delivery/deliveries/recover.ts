import { sql as query } from "drizzle-orm";
import { encodeTime } from "ulid";
import { db, sql } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { deliveries, deliveryQueue } from "#db/schema/deliveries.ts";
import { storedDeliveryStatuses } from "#db/schema/enums.ts";
import { events } from "#db/schema/events.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { DeveloperContext, PortalContext } from "#lib/account/worlds/context.ts";
import { announceDue } from "#lib/delivery/deliveries/due.ts";
import { requeue } from "#lib/delivery/deliveries/replay.ts";
import type { DeliveryStatus, Recovery } from "#lib/delivery/deliveries/schema.ts";
import { findWebhook, lockWebhook } from "#lib/delivery/webhooks/find.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

const batchSize = 1_000;
/** The number of deliveries that fits into one request. */
const maxAtOnce = 20_000;
const timeLength = 10;

/** The status of a webhook's delivery of an event; `never` where there is none. */
type DeliveryState = DeliveryStatus | "never";

export interface RecoveryCount {
  count: number;
  byState: Record<DeliveryState, number>;
  /** The moment of the count; `recover` skips events sent since. */
  countedAt: Date;
}

/** Counts the events that `recover` would send: subscribed events of a period, all of them or those that the webhook has not received. */
export async function countRecoverable(ctx: DeveloperContext, webhookId: string, recovery: Recovery): Promise<RecoveryCount> {
  const { eventTypes } = await findWebhook(ctx.world, webhookId);
  const [first, end] = timesOf(recovery);
  const rows = await sql<{ state: DeliveryState; count: number }[]>`
    select coalesce(d.status, 'never') as state, count(*)::int as count
    from events e left join deliveries d on d.event_id = e.id and d.webhook_id = ${webhookId} and d.id >= ${`dlv_${first}`} and d.id < ${`dlv_${end}`}
    where e.world_id = ${ctx.world.id} and e.id >= ${`evt_${first}`} and e.id < ${`evt_${end}`} and e.event_type = any(${eventTypes}::text[]) and not e.test
    group by 1`;
  const counts = new Map(rows.map(({ state, count }) => [state, count]));
  const states: DeliveryState[] = [...storedDeliveryStatuses, "never"];
  const byState = Object.fromEntries(
    states.map((state) => [state, state === "succeeded" && recovery.what === "missed" ? 0 : (counts.get(state) ?? 0)]),
  ) as RecoveryCount["byState"];
  return { count: Object.values(byState).reduce((sum, count) => sum + count, 0), byState, countedAt: ctx.realTime };
}

/**
 * Sends what `countRecoverable` counted, each event once and in order; `next` is where to continue after a full request. Every call that
 * sends something is audited.
 */
export async function recover(
  ctx: DeveloperContext,
  webhookId: string,
  recovery: Recovery & { countedAt: Date; after?: string | undefined },
): Promise<{ recovered: number; next: string | null }> {
  const { enabled, eventTypes } = await findWebhook(ctx.world, webhookId);
  if (!enabled) throw new UserError("the webhook is disabled, and what is sent to it waits: enable it first", { key: "webhookDisabled" });
  const [first, end] = timesOf(recovery);
  let after = recovery.after ?? `evt_${first}`;
  let recovered = 0;
  for (let seen = 0; seen < maxAtOnce; seen += batchSize) {
    const batch = await sql<{ id: string }[]>`
      select id from events e where world_id = ${ctx.world.id} and id > ${after} and id < ${`evt_${end}`}
        and event_type = any(${eventTypes}::text[]) and not test
      order by id limit ${batchSize}`;
    const last = batch.at(-1)?.id;
    if (last === undefined) return { recovered, next: null };
    const isFirst = recovered === 0;
    const ids = batch.map(({ id }) => id);
    recovered += await db.transaction(async (tx) => {
      const queued = await queueEvents(tx, ctx, { webhookId, eventIds: ids, ...recovery });
      if (isFirst && queued > 0) {
        await recordAudit(tx, ctx, { action: "webhook.recovered", subjectId: webhookId, details: { ...recovery } });
      }
      return queued;
    });
    announceDue({ webhookId });
    if (batch.length < batchSize) return { recovered, next: null };
    after = last;
  }
  return { recovered, next: after };
}

async function queueEvents(
  tx: Transaction,
  ctx: PortalContext,
  { webhookId, eventIds, what, countedAt }: { webhookId: string; eventIds: readonly string[]; what: Recovery["what"]; countedAt: Date },
): Promise<number> {
  const at = ctx.realTime.toISOString();
  const counted = countedAt.toISOString();
  await lockWebhook(tx, ctx.world, webhookId, "use");
  // The delivery of an event to a webhook has an id derived from both (lib/delivery/events/emit.ts).
  const named = query`
    named as (
      select e.*, 'dlv_' || substr(e.id, 5, 10) || upper(substr(md5(e.id || ${webhookId}), 1, 16)) as delivery_id
      from ${events} e where e.id = any(${query.param(eventIds)}::text[])
    )`;
  // Waiting deliveries are queued anew with the others, in order. Locks in the order of the queue; what is being sent is skipped.
  const waiting = await tx.execute(query`
    with ${named}, waiting as (
      select q.delivery_id from ${deliveryQueue} q join named on named.delivery_id = q.delivery_id join ${deliveries} d on d.id = q.delivery_id
      where (q.leased_until is null or q.leased_until <= now()) and d.updated_at <= ${counted}::timestamptz
      order by q.delivery_id for update of q
    ), moved as (
      update ${deliveryQueue} q set due_at = ${at}::timestamptz, cycle_attempt = 1, trigger = 'replay' from waiting where q.delivery_id = waiting.delivery_id
      returning q.delivery_id
    )
    update ${deliveries} d set status = 'pending', next_attempt_at = ${at}::timestamptz, updated_at = ${at}::timestamptz
    from moved where d.id = moved.delivery_id returning d.id`);
  const over = await tx.execute<{ id: string }>(query`
    with ${named} select d.id from named join ${deliveries} d on d.id = named.delivery_id
    where d.status = any(${query.param(what === "all" ? ["failed", "cancelled", "succeeded"] : ["failed", "cancelled"])}::text[])`);
  const requeued = await requeue(
    tx,
    { ...ctx, overSince: countedAt },
    over.map(({ id }) => id),
  );
  const { count: never } = await tx.execute(query`
    with ${named}, made as (
      insert into ${deliveries} (id, world_id, webhook_id, event_id, event_type, subject_id, test, status, next_attempt_at, created_at, updated_at)
      select delivery_id, world_id, ${webhookId}, id, event_type, subject_id, false, 'pending', ${at}::timestamptz, least(created_at, ${at}::timestamptz), ${at}::timestamptz from named
      on conflict do nothing returning id, event_id
    )
    insert into ${deliveryQueue} (delivery_id, event_id, webhook_id, due_at, trigger)
    select id, event_id, ${webhookId}, ${at}::timestamptz, 'replay' from made`);
  return waiting.length + requeued + never;
}

function timesOf({ from, to }: Pick<Recovery, "from" | "to">): [first: string, end: string] {
  return [encodeTime(Math.max(0, from.getTime()), timeLength), encodeTime(Math.max(0, to.getTime()), timeLength)];
}
