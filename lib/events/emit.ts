import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { events } from "#db/schema/events.ts";
import { deliveries, deliveryQueue, webhooks } from "#db/schema/webhooks.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import { newId } from "#lib/ids.ts";

/** What happened, to be told to the world's webhooks. */
export interface NewEvent {
  worldId: number;
  eventType: EventType;
  /** The contract or claim that it is about. */
  subjectId: string;
  /** The call that caused it, if one did. */
  executionId: string | null;
  /** What `data` of the payload says (partner-api.md § Payload). */
  data: unknown;
}

/** The transactions that have queued deliveries, for `transact` to know whether the runners have work. */
const queueing = new WeakSet<Transaction>();

/** True where the transaction emitted an event that somebody wants to be told of. */
export function hasQueued(tx: Transaction): boolean {
  return queueing.has(tx);
}

/**
 * Writes events and a delivery for every webhook that asks for them, in the transaction of the change that they tell of:
 * never lost, never sent for a change that was rolled back (resolutions.md § 8). The payload is fixed here, to the byte.
 * A disabled webhook's deliveries are made as well, and wait.
 */
export async function emit(tx: Transaction, happened: readonly NewEvent[], now: Date): Promise<void> {
  if (happened.length === 0) return;
  await write(tx, happened, now, { test: false, receivers: sql`e.event_type = any(w.event_types)`, answer: sql`` });
}

/** Writes an event that nothing stands behind, for one webhook, whatever it asks for. Answers its delivery; undefined without the webhook. */
export async function emitTest(tx: Transaction, event: NewEvent, webhookId: string, now: Date): Promise<string | undefined> {
  const [deliveryId] = await write(tx, [event], now, {
    test: true,
    receivers: sql`w.id = ${webhookId}`,
    answer: sql`returning delivery_id as id`,
  });
  return deliveryId;
}

/** One round trip, however many events and webhooks there are; answers of the deliveries what `answer` asks for. */
async function write(
  tx: Transaction,
  happened: readonly NewEvent[],
  now: Date,
  { test, receivers, answer }: { test: boolean; receivers: SQL; answer: SQL },
): Promise<string[]> {
  const rows = happened.map(({ worldId, eventType, subjectId, executionId, data }) => ({
    id: newId("evt"),
    world_id: worldId,
    event_type: eventType,
    subject_id: subjectId,
    execution_id: executionId,
    payload: JSON.stringify({ event_type: eventType, data }),
    test,
    created_at: now,
  }));
  // Named apart from their events, so that the webhooks are found by index.
  const worldIds = [...new Set(happened.map(({ worldId }) => worldId))];
  // A delivery's id is made of its event's time and of both ids, so it exists once. The lock is the one that the queue's foreign key
  // takes anyway; taken here, a webhook that is being removed at this moment is seen to be gone.
  const made = await tx.execute<{ id: string }>(sql`
    with told as (
      insert into ${events} select * from json_populate_recordset(null::${events}, ${JSON.stringify(rows)}::json)
      returning id, world_id, event_type, test, created_at
    ), queued as (
      insert into ${deliveries} (id, world_id, webhook_id, event_id, event_type, test, status, next_attempt_at, created_at, updated_at)
      select 'dlv_' || substr(e.id, 5, 10) || upper(substr(md5(e.id || w.id), 1, 16)), e.world_id, w.id, e.id, e.event_type, e.test,
        'pending', e.created_at, e.created_at, e.created_at
      from told e join ${webhooks} w on w.world_id = e.world_id and w.world_id = any(${sql.param(worldIds)}::int[]) and w.deleted_at is null and ${receivers}
      for key share of w
      returning id, event_id, webhook_id, created_at
    )
    insert into ${deliveryQueue} (delivery_id, event_id, webhook_id, due_at)
    select id, event_id, webhook_id, created_at from queued ${answer}`);
  if (made.count > 0) queueing.add(tx);
  return made.map(({ id }) => id);
}
