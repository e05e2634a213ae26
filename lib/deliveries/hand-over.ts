import { sql } from "#db/client.ts";
import type { AttemptTrigger } from "#lib/deliveries/schema.ts";

/** A delivery that is to be worked by a runner outside of this process. */
export interface HandedOver {
  deliveryId: string;
  webhookId: string;
  trigger: AttemptTrigger;
  /** When it was first handed over: told twice of the same, the runner starts once. */
  handedOverAt: Date;
}

type Row = Omit<HandedOver, "handedOverAt"> & { handedOverAt: string };
const columns = sql`q.delivery_id as "deliveryId", q.webhook_id as "webhookId", q.trigger, q.handed_over_at as "handedOverAt"`;

export type Send = (deliveries: readonly HandedOver[]) => Promise<void>;

const batchSize = 500;
/** How long the runner has to begin with a delivery that is due, before it is told again. */
const patienceMs = 10 * 60_000;
/** How long the runner remembers what it was told (inngest/events.ts). */
const rememberedMs = 24 * 3_600_000;

/**
 * Hands over queued deliveries of enabled webhooks that are not handed over yet, and answers how many. They are marked
 * first, so that of several instances one sends each; where sending fails, the marks are taken back.
 */
export async function handOver(send: Send, now: Date): Promise<number> {
  for (let total = 0; ;) {
    const batch = await mark(now);
    total += batch.length;
    if (batch.length > 0) await sendMarked(send, batch);
    if (batch.length < batchSize) return total;
  }
}

/**
 * Tells again of deliveries that were handed over and are overdue: the word may have been lost. Those that it told of so long
 * ago that the runner has forgotten are handed over anew. Answers how many.
 */
export async function handOverAgain(send: Send, now: Date): Promise<number> {
  const overdue = new Date(now.getTime() - patienceMs).toISOString();
  const forgotten = new Date(now.getTime() - rememberedMs).toISOString();
  await sql`update delivery_queue set handed_over_at = null where handed_over_at <= ${forgotten}::timestamptz and due_at <= ${overdue}::timestamptz`;
  let last = "";
  for (let total = 0; ;) {
    const rows = await sql<Row[]>`
      select ${columns} from delivery_queue q join webhooks w on w.id = q.webhook_id
      where q.delivery_id > ${last} and q.handed_over_at <= ${overdue}::timestamptz and q.due_at <= ${overdue}::timestamptz
        and (q.claimed_until is null or q.claimed_until <= now()) and w.enabled and w.deleted_at is null
      order by q.delivery_id limit ${batchSize}`;
    const batch = rows.map(revive);
    if (batch.length > 0) await send(batch);
    total += batch.length;
    last = batch.at(-1)?.deliveryId ?? last;
    if (batch.length < batchSize) return total + (await handOver(send, now));
  }
}

/** Takes back the mark of a delivery whose runner can do nothing more with it now: it is handed over anew while its webhook is enabled. */
export async function giveBack(deliveryId: string): Promise<void> {
  await sql`update delivery_queue set handed_over_at = null where delivery_id = ${deliveryId}`;
}

async function mark(now: Date): Promise<HandedOver[]> {
  const rows = await sql<Row[]>`
    update delivery_queue q set handed_over_at = ${now.toISOString()}::timestamptz
    from (
      select n.delivery_id from webhooks w cross join lateral (
        select delivery_id from delivery_queue where webhook_id = w.id and handed_over_at is null order by due_at limit ${batchSize} for update skip locked
      ) n where w.enabled and w.deleted_at is null limit ${batchSize}
    ) n where q.delivery_id = n.delivery_id
    returning ${columns}`;
  return rows.map(revive);
}

function revive(row: Row): HandedOver {
  return { ...row, handedOverAt: new Date(row.handedOverAt) };
}

async function sendMarked(send: Send, batch: readonly HandedOver[]): Promise<void> {
  try {
    await send(batch);
  } catch (error) {
    await sql`
      update delivery_queue set handed_over_at = null
      where delivery_id = any(${batch.map(({ deliveryId }) => deliveryId)}::text[]) and handed_over_at = ${batch[0]?.handedOverAt.toISOString() ?? null}::timestamptz`;
    throw error;
  }
}
