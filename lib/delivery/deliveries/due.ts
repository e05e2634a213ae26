import { sql } from "#db/client.ts";
import { byIndex, isDue } from "#lib/delivery/deliveries/lease.ts";
import type { AttemptTrigger } from "#lib/delivery/deliveries/schema.ts";
import { processEvent } from "#lib/platform/process/reset.ts";

/** Deliveries without a lease: these, those of a webhook, or first attempts that found no free place at the commit. */
export type Due = { deliveryIds: readonly string[] } | { webhookId: string } | "first attempts";

/** Announces within this process that deliveries are due. */
export const { emit: announceDue, subscribe: onDue } = processEvent<[due: Due]>("due");

/** Announces a cancellation within this process. Other processes find nothing to do when the delivery's time comes. */
export const { emit: announceCancellation, subscribe: onCancellation } =
  processEvent<[cancelled: { deliveryId: string; dueAt: Date }]>("cancellation");

/** More than this cannot be sent before the next listing. */
const maxOverdue = 500;
/** The time in which a scheduler must begin an attempt that it was told of. */
const startTimeoutMs = 120_000;
/** After this long overdue, the scheduler's run counts as failed. */
const failureTimeoutMs = 600_000;

/** An attempt for a scheduler outside of this process. */
export interface ScheduledAttempt {
  /** Identifies the attempt over repeated listings, so that the scheduler can deduplicate. */
  key: string;
  deliveryId: string;
  webhookId: string;
  trigger: AttemptTrigger;
  dueAt: Date;
}

interface Row extends Omit<ScheduledAttempt, "key"> {
  webhookChangedAt: Date;
}

/** Lists the next attempts of deliveries, or of everything due for a webhook; finished deliveries and disabled webhooks have none. */
export async function listAttempts(due: Exclude<Due, string>, now: Date): Promise<ScheduledAttempt[]> {
  // Sorted in index order; looked-up ids need no order.
  const chosen =
    "webhookId" in due
      ? sql`q.webhook_id = ${due.webhookId} and q.due_at <= ${now} and w.enabled and w.deleted_at is null
          order by q.webhook_id, q.trigger, q.due_at limit ${maxListed}`
      : sql`q.delivery_id = any(${[...due.deliveryIds]}::text[]) and w.enabled and w.deleted_at is null`;
  const rows = await byIndex(
    (tx) => tx<Row[]>`
      select ${columns} from delivery_queue q join webhooks w on w.id = q.webhook_id where ${chosen}`,
  );
  return rows.map((row) => toAttempt(row, now));
}

/** Lists attempts that have been due for two minutes without a lease, since the scheduler may have missed them. */
export async function listOverdue(now: Date): Promise<ScheduledAttempt[]> {
  const before = new Date(now.getTime() - startTimeoutMs);
  const overdueOf = (trigger: AttemptTrigger) => sql`
    select * from (
      select * from delivery_queue where webhook_id = w.id and trigger = ${trigger} and ${isDue(before)} order by due_at, event_id limit ${maxOverdue}
    ) overdue_of_trigger`;
  const rows = await byIndex(
    (tx) => tx<Row[]>`
      with recursive queued (webhook_id) as (
        (select webhook_id from delivery_queue order by webhook_id limit 1)
        union all
        select (select q.webhook_id from delivery_queue q where q.webhook_id > queued.webhook_id order by q.webhook_id limit 1)
        from queued where queued.webhook_id is not null
      )
      select ${columns} from queued join webhooks w on w.id = queued.webhook_id cross join lateral (
        ${overdueOf("automatic")} union all ${overdueOf("manual")} union all ${overdueOf("replay")}
        limit ${maxOverdue}
      ) q
      where w.enabled and w.deleted_at is null limit ${maxListed}`,
  );
  return rows.map((row) => toAttempt(row, now));
}

const maxListed = 5_000;

const columns = sql`
  q.delivery_id, q.webhook_id, q.trigger, q.due_at, w.updated_at as "webhookChangedAt"`;

/** The key also changes with the webhook, and with every ten minutes overdue, since a run may have ended or failed by then. */
function toAttempt({ webhookChangedAt, ...row }: Row, now: Date): ScheduledAttempt {
  const losses = Math.max(0, Math.floor((now.getTime() - row.dueAt.getTime()) / failureTimeoutMs));
  const key = [row.deliveryId, row.dueAt.getTime(), webhookChangedAt.getTime(), losses].join("-");
  return { ...row, key };
}

/** Announces within this process that a webhook changed; the dispatcher releases deliveries that have not started. */
export const { emit: announceWebhookChange, subscribe: onWebhookChange } = processEvent<[webhookId: string]>("webhookChange");
