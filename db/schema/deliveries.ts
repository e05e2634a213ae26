import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { attemptTriggers, deliveryOutcomes, storedDeliveryStatuses } from "#db/schema/enums.ts";
import { webhooks } from "#db/schema/webhooks.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

/**
 * The history of an event for a webhook. Partitioned by week (db/partitions.ts). `delivering` is not stored: it means a lease in
 * `delivery_queue`.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    /** Derived from event and webhook, so that an event is queued once per webhook. */
    id: text("id").primaryKey(),
    worldId: integer("world_id").notNull(),
    webhookId: text("webhook_id").notNull(),
    eventId: text("event_id").notNull(),
    eventType: text("event_type").$type<EventType>().notNull(),
    /** The contract or claim of the event; empty in old rows. */
    subjectId: text("subject_id").notNull().default(""),
    test: boolean("test").notNull().default(false),
    status: text("status", { enum: storedDeliveryStatuses }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at"),
    lastStatusCode: smallint("last_status_code"),
    lastError: text("last_error"),
    lastDurationMs: integer("last_duration_ms"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    // Serve the portal's lists and their selective filters.
    index("deliveries_by_world").on(table.worldId, table.createdAt, table.id),
    index("deliveries_by_webhook").on(table.webhookId, table.createdAt, table.id),
    index("deliveries_by_type").on(table.worldId, table.eventType, table.createdAt, table.id),
    index("deliveries_by_subject").on(table.worldId, table.subjectId, table.createdAt, table.id),
    // Only unsuccessful deliveries are indexed, since they are few.
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
 * Unfinished deliveries, for workers. Apart from `deliveries`, whose partitions and wide indexes every lease and retry would write again.
 * Statements on many rows lock them in the order of `delivery_id`, or skip locked ones, so that they cannot deadlock.
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
    /** The number of the next attempt in its cycle, from 1; a replay begins a new cycle. */
    cycleAttempt: smallint("cycle_attempt").notNull().default(1),
    trigger: text("trigger", { enum: attemptTriggers }).notNull().default("automatic"),
    /** The attempts made so far. */
    attempts: integer("attempts").notNull().default(0),
    /** Only this instance may send it until the lease ends. */
    leasedBy: text("leased_by"),
    leasedUntil: instant("leased_until"),
  },
  (table) => [
    // Events before replays, and rows due at the same time in the order of their events.
    index("delivery_queue_due").on(table.webhookId, table.trigger, table.dueAt, table.eventId),
    index("delivery_queue_leased")
      .on(table.webhookId, table.leasedUntil)
      .where(sql`${table.leasedUntil} is not null`),
    check("delivery_queue_lease", sql`(${table.leasedBy} is null) = (${table.leasedUntil} is null)`),
  ],
);

/** Partitioned by the week of the delivery (db/partitions.ts). */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    deliveryId: text("delivery_id").notNull(),
    number: integer("number").notNull(),
    trigger: text("trigger", { enum: attemptTriggers }).notNull(),
    startedAt: instant("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    statusCode: smallint("status_code"),
    /** Why there was no answer: a stable code (lib/delivery/webhooks/network-error.ts) and a sentence. */
    error: text("error"),
    errorDetail: text("error_detail"),
    responseBody: text("response_body"),
    responseTruncated: boolean("response_truncated").notNull().default(false),
    /** The header `webhook-signature`; null without signing. */
    signature: text("signature"),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);

/** Ended deliveries by hour, for charts; written with them and kept longer. */
export const deliveryHours = pgTable(
  "delivery_hours",
  {
    worldId: integer("world_id").notNull(),
    hour: instant("hour").notNull(),
    outcome: text("outcome", { enum: deliveryOutcomes }).notNull(),
    deliveries: bigint("deliveries", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.worldId, table.hour, table.outcome] }),
    check("delivery_hours_outcome", sql`${table.outcome} in ('succeeded', 'failed', 'cancelled')`),
  ],
);
