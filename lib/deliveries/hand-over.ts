import { sql } from "#db/client.ts";
import { byIndex } from "#lib/deliveries/by-index.ts";
import type { AttemptTrigger } from "#lib/deliveries/schema.ts";

/** A delivery that is to be worked by a runner outside of this process. */
export interface HandedOver {
  deliveryId: string;
  webhookId: string;
  trigger: AttemptTrigger;
  /** When somebody began to hand it over: told twice of the same, the runner starts once. */
  handingOverAt: Date;
}

type Row = Omit<HandedOver, "handingOverAt"> & { handingOverAt: string };

export type Send = (deliveries: readonly HandedOver[]) => Promise<void>;

const batchSize = 500;
/** After how long who began to hand over a delivery is taken to have died before it had. */
const handingOverMs = 60_000;
/** How long the runner has to begin with a delivery that is due, before its run is taken for lost. */
const patienceMs = 3_600_000;

/**
 * Hands over queued deliveries of enabled webhooks that are not handed over yet, and answers how many: of each webhook one in turn, so
 * that none waits for what another has, and what happens before replays. They are marked first, so that of several instances one sends
 * each, and for good once they are sent: what was begun and not ended is sent again under the same mark. Where sending fails, the marks
 * are taken back. The clock is read for each batch: a delivery that is replayed meanwhile is handed over twice, under two marks.
 */
export async function handOver(send: Send, clock: () => Date, signal?: AbortSignal): Promise<number> {
  let total = 0;
  while (signal?.aborted !== true) {
    const batch = await mark(clock());
    if (batch.length === 0) break;
    await sendMarked(send, batch);
    total += batch.length;
  }
  return total;
}

/**
 * Hands over anew, under a new mark, what was handed over and is long overdue, while nobody sends to its webhook: its run is lost. If it
 * is not, two runs do no harm, as one of them claims. Answers how many deliveries it and `handOver` handed over.
 */
export async function handOverAgain(send: Send, clock: () => Date): Promise<number> {
  const overdue = new Date(clock().getTime() - patienceMs).toISOString();
  await sql`
    update delivery_queue set handing_over_at = null, handed_over_at = null where delivery_id = any(array(
      select delivery_id from delivery_queue q
      where q.handed_over_at <= ${overdue}::timestamptz and q.due_at <= ${overdue}::timestamptz
        and not exists (select from delivery_queue c where c.webhook_id = q.webhook_id and c.claimed_until > now())
      for update skip locked
    ))`;
  return handOver(send, clock);
}

/** Takes back the mark of a delivery whose runner can do nothing more with it now: it is handed over anew while its webhook is enabled. */
export async function giveBack(deliveryId: string): Promise<void> {
  await byIndex((tx) => tx`update delivery_queue set handing_over_at = null, handed_over_at = null where delivery_id = ${deliveryId}`);
}

/**
 * Goes from webhook to webhook through what is not handed over, and locks of each its share of a batch: all of it where there is one
 * webhook, one delivery where there are thousands. In the order of the index an event comes before all replays.
 */
async function mark(now: Date): Promise<HandedOver[]> {
  const abandoned = new Date(now.getTime() - handingOverMs).toISOString();
  const rows = await byIndex(
    (tx) => tx<Row[]>`
      with recursive queued (webhook_id) as (
        (select webhook_id from delivery_queue where handed_over_at is null order by webhook_id limit 1)
        union all
        select (
          select q.webhook_id from delivery_queue q where q.handed_over_at is null and q.webhook_id > queued.webhook_id order by q.webhook_id limit 1
        ) from queued where queued.webhook_id is not null
      ), enabled as (
        select w.id from queued join webhooks w on w.id = queued.webhook_id where w.enabled and w.deleted_at is null
      ), waiting as (
        select n.*, row_number() over (partition by enabled.id order by n.trigger, n.due_at) as place
        from enabled cross join lateral (
          select delivery_id, trigger, due_at from delivery_queue
          where webhook_id = enabled.id and handed_over_at is null and (handing_over_at is null or handing_over_at <= ${abandoned}::timestamptz)
          order by trigger, due_at limit (select ceil(${batchSize}::float8 / greatest(count(*), 1)) from enabled) for update skip locked
        ) n
      ), next as (
        select delivery_id from waiting order by place, trigger, due_at limit ${batchSize}
      )
      update delivery_queue q set handing_over_at = coalesce(q.handing_over_at, ${now.toISOString()}::timestamptz)
      from next where q.delivery_id = next.delivery_id
      returning q.delivery_id as "deliveryId", q.webhook_id as "webhookId", q.trigger, q.handing_over_at as "handingOverAt"`,
  );
  return rows.map((row) => ({ ...row, handingOverAt: new Date(row.handingOverAt) }));
}

async function sendMarked(send: Send, batch: readonly HandedOver[]): Promise<void> {
  const marks = [...new Set(batch.map(({ handingOverAt }) => handingOverAt.toISOString()))];
  // Locked in their order (`deliveryQueue`). What was replayed and marked anew meanwhile is another's to note.
  const marked = sql`
    delivery_id = any(array(
      select delivery_id from delivery_queue
      where delivery_id = any(${batch.map(({ deliveryId }) => deliveryId)}::text[]) and handing_over_at = any(${marks}::text[]::timestamptz[])
      order by delivery_id for no key update
    ))`;
  try {
    await send(batch);
  } catch (error) {
    await byIndex((tx) => tx`update delivery_queue set handing_over_at = null where ${marked} and handed_over_at is null`);
    throw error;
  }
  await byIndex((tx) => tx`update delivery_queue set handed_over_at = handing_over_at where ${marked}`);
}
