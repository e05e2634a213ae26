import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import type { AttemptTrigger, DeliveryOutcome, DeliveryStatus } from "#lib/deliveries/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/**
 * One event on its way to one webhook: the history that people see. Partitioned by day (db/partitions.ts).
 * `delivering` is not stored: a delivery is being sent while its row in `delivery_queue` is leased.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    /** Made from the event's id and the webhook's, so that an event is queued once for a webhook. */
    id: text("id").primaryKey(),
    worldId: integer("world_id").notNull(),
    webhookId: text("webhook_id").notNull(),
    eventId: text("event_id").notNull(),
    eventType: text("event_type").$type<EventType>().notNull(),
    /** The contract or claim that the event is about; empty where that was not kept. */
    subjectId: text("subject_id").notNull().default(""),
    /** Of an event that only tries out the webhook. */
    test: boolean("test").notNull().default(false),
    status: text("status").$type<DeliveryStatus>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at"),
    lastStatusCode: smallint("last_status_code"),
    lastError: text("last_error"),
    lastDurationMs: integer("last_duration_ms"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    // The portal's lists of a world and of a webhook, and each filter that may leave few of many deliveries.
    index("deliveries_by_world").on(table.worldId, table.createdAt, table.id),
    index("deliveries_by_webhook").on(table.webhookId, table.createdAt, table.id),
    index("deliveries_by_type").on(table.worldId, table.eventType, table.createdAt, table.id),
    index("deliveries_by_subject").on(table.worldId, table.subjectId, table.createdAt, table.id),
    // Most succeed: those are found on the way through the whole list.
    index("deliveries_by_status")
      .on(table.worldId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'succeeded'`),
    index("deliveries_by_webhook_and_status")
      .on(table.webhookId, table.status, table.createdAt, table.id)
      .where(sql`${table.status} <> 'succeeded'`),
    check("deliveries_status", sql`${table.status} in ('pending', 'succeeded', 'retrying', 'failed', 'cancelled')`),
    check("deliveries_next_attempt", sql`(${table.status} in ('pending', 'retrying')) = (${table.nextAttemptAt} is not null)`),
  ],
);

/**
 * Deliveries that are not over: small, and all that workers look at. Kept apart from `deliveries`, whose rows are partitioned and lie in
 * wide indexes that every lease and retry would have to write again. Who writes many locks them in the order of `delivery_id` first, or
 * passes by those that are locked, so that no two wait for each other.
 */
export const deliveryQueue = pgTable(
  "delivery_queue",
  {
    deliveryId: text("delivery_id").primaryKey(),
    eventId: text("event_id").notNull(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    dueAt: instant("due_at").notNull(),
    /** Which try of its cycle comes next, from 1: what the retry schedule counts. A replay begins a new cycle. */
    cycleAttempt: smallint("cycle_attempt").notNull().default(1),
    trigger: text("trigger").$type<AttemptTrigger>().notNull().default("automatic"),
    /** How many attempts were made before. */
    attempts: integer("attempts").notNull().default(0),
    /** The instance that alone may send it, until the lease ends. */
    leasedBy: text("leased_by"),
    leasedUntil: instant("leased_until"),
  },
  (table) => [
    // Events sort before replays; those that are due at one moment go in the order in which they happened.
    index("delivery_queue_due").on(table.webhookId, table.trigger, table.dueAt, table.eventId),
    index("delivery_queue_leased")
      .on(table.webhookId, table.leasedUntil)
      .where(sql`${table.leasedUntil} is not null`),
    check("delivery_queue_lease", sql`(${table.leasedBy} is null) = (${table.leasedUntil} is null)`),
  ],
);

/** Each try to deliver, whatever came of it. Partitioned by day of the delivery (db/partitions.ts). */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    deliveryId: text("delivery_id").notNull(),
    number: integer("number").notNull(),
    trigger: text("trigger").$type<AttemptTrigger>().notNull(),
    startedAt: instant("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    statusCode: smallint("status_code"),
    /** Why there was no answer: a stable word (lib/webhooks/network-failure.ts), and the sentence. */
    error: text("error"),
    errorDetail: text("error_detail"),
    responseBody: text("response_body"),
    responseTruncated: boolean("response_truncated").notNull().default(false),
    /** `webhook-signature` as it was sent; null where the webhook did not sign. */
    signature: text("signature"),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);

/** Deliveries that ended, counted by the hour in which they did: written with their ends, and kept longer than they. */
export const deliveryHours = pgTable(
  "delivery_hours",
  {
    worldId: integer("world_id").notNull(),
    hour: instant("hour").notNull(),
    outcome: text("outcome").$type<DeliveryOutcome>().notNull(),
    deliveries: bigint("deliveries", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.worldId, table.hour, table.outcome] }),
    check("delivery_hours_outcome", sql`${table.outcome} in ('succeeded', 'failed', 'cancelled')`),
  ],
);
