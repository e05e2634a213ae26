import { sql } from "#db/client.ts";
import { byIndex, isDue } from "#lib/deliveries/lease.ts";
import type { AttemptTrigger } from "#lib/deliveries/schema.ts";
import { processEvent } from "#lib/process-emitter.ts";

/** Deliveries that nobody holds: these, those of a webhook, or first attempts for which there was no place where they were committed. */
export type Due = { deliveryIds: readonly string[] } | { webhookId: string } | "first attempts";

/** That deliveries are due, told to this process. */
export const { emit: announceDue, subscribe: onDue } = processEvent<[due: Due]>("due");

/** That a delivery was cancelled, told to this process. Whoever never hears of it finds nothing to do when its time comes. */
export const { emit: announceCancellation, subscribe: onCancellation } =
  processEvent<[cancelled: { deliveryId: string; dueAt: Date }]>("cancellation");

/** How many overdue deliveries of a webhook are listed at once: before more are of use, these have been sent. */
const maxOverdue = 500;
/** How long whoever was told of a delivery has to begin with it. */
const patienceMs = 120_000;
/** After how long an attempt that is still overdue is taken to have failed for good with whoever was told of it. */
const lostMs = 600_000;

/** An attempt that is to be made by a scheduler outside of this process. */
export interface ScheduledAttempt {
  /** The same for the same attempt, however often it is listed, so that whoever is told of it again can tell. */
  key: string;
  deliveryId: string;
  webhookId: string;
  trigger: AttemptTrigger;
  dueAt: Date;
}

interface Row extends Omit<ScheduledAttempt, "key" | "dueAt"> {
  dueAt: string;
  webhookChangedAt: string;
}

/** The next attempts of deliveries, or of what waits for a webhook, wherever that is enabled; those that are over have none. */
export async function listAttempts(due: Exclude<Due, string>, now: Date): Promise<ScheduledAttempt[]> {
  // Sorted in the order of the index, and not where rows are looked up one by one.
  const chosen =
    "webhookId" in due
      ? sql`q.webhook_id = ${due.webhookId} and q.due_at <= ${now.toISOString()} and w.enabled and w.deleted_at is null
          order by q.webhook_id, q.trigger, q.due_at limit ${maxListed}`
      : sql`q.delivery_id = any(${[...due.deliveryIds]}::text[]) and w.enabled and w.deleted_at is null`;
  const rows = await byIndex(
    (tx) => tx<Row[]>`
      select ${columns} from delivery_queue q join webhooks w on w.id = q.webhook_id where ${chosen}`,
  );
  return rows.map((row) => toAttempt(row, now));
}

/** Attempts that have been due for two minutes and that nobody has begun, of each webhook the oldest: whoever was told of them has not heard. */
export async function listOverdue(now: Date): Promise<ScheduledAttempt[]> {
  const before = new Date(now.getTime() - patienceMs);
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
  q.delivery_id as "deliveryId", q.webhook_id as "webhookId", q.trigger, q.due_at as "dueAt", w.updated_at as "webhookChangedAt"`;

/**
 * An attempt has one due time of its own. Its key is another one after its webhook was changed, as a run ends that finds it disabled,
 * and again for every ten minutes that it is overdue, as a run may have failed or been cancelled by hand.
 */
function toAttempt({ dueAt, webhookChangedAt, ...row }: Row, now: Date): ScheduledAttempt {
  const due = new Date(dueAt);
  const losses = Math.max(0, Math.floor((now.getTime() - due.getTime()) / lostMs));
  const key = [row.deliveryId, due.getTime(), new Date(webhookChangedAt).getTime(), losses].join("-");
  return { ...row, key, dueAt: due };
}

/**
 * That a webhook was changed or deleted, told to this process: the dispatcher gives back what it has not begun, and it is acquired anew as
 * the webhook is now. Another process may still begin the few deliveries that it holds (lib/deliveries/dispatcher.ts).
 */
export const { emit: announceWebhookChange, subscribe: onWebhookChange } = processEvent<[webhookId: string]>("webhookChange");
