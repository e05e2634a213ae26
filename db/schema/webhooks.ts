import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
import type { AttemptTrigger, DeliveryOutcome, DeliveryStatus } from "#lib/deliveries/schema.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/** Where a partner wants to be told of events (resolutions.md § 9). */
export const webhooks = pgTable(
  "webhooks",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    name: text("name").notNull(),
    /** Its query, which may carry the partner's secret token, is encrypted (lib/webhooks/stored-url.ts). */
    url: text("url").notNull(),
    enabled: boolean("enabled").notNull(),
    eventTypes: text("event_types").array().$type<EventType[]>().notNull(),
    /** What it signs with, encrypted (lib/webhooks/secrets.ts); null where it does not sign. */
    signingSecret: text("signing_secret"),
    /** The one before the last rotation, which signs as well until then. Kept longer: the debugger recognises it. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: instant("previous_secret_until"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
  },
  (table) => [
    index("webhooks_by_world")
      .on(table.worldId, table.id)
      .where(sql`${table.deletedAt} is null`),
    check(
      "webhooks_secrets",
      sql`(${table.previousSecret} is null) = (${table.previousSecretUntil} is null) and (${table.signingSecret} is not null or ${table.previousSecret} is null)`,
    ),
  ],
);

/**
 * How a webhook's endpoint has been answering, written with the attempts (lib/deliveries/record.ts). Apart from `webhooks`, whose row
 * every event locks.
 */
export const webhookHealth = pgTable("webhook_health", {
  webhookId: text("webhook_id").primaryKey(),
  /** The first of the failures in a row that the last attempt ended; null after a success. */
  failingSince: instant("failing_since"),
  consecutiveFailures: integer("consecutive_failures").notNull(),
  lastSucceededAt: instant("last_succeeded_at"),
  lastFailedAt: instant("last_failed_at"),
  /** What the last failure was: the status of the response, or why there was none. */
  lastStatusCode: smallint("last_status_code"),
  lastError: text("last_error"),
});

/** Attempts counted by hour and duration, for the charts of a webhook: written with them, and kept longer. */
export const webhookHours = pgTable(
  "webhook_hours",
  {
    webhookId: text("webhook_id").notNull(),
    hour: instant("hour").notNull(),
    /** Of the duration, as calls are counted (lib/calls/rules/duration-class.ts). */
    durationClass: smallint("duration_class").notNull(),
    attempts: bigint("attempts", { mode: "number" }).notNull(),
    /** Those of them that were not answered with a 2xx. */
    failures: bigint("failures", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.webhookId, table.hour, table.durationClass] })],
);

/** Times in which a webhook failed for an hour or longer: what its partner's owners were told of, each end once. */
export const webhookOutages = pgTable(
  "webhook_outages",
  {
    id: text("id").primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    beganAt: instant("began_at").notNull(),
    /** When owners were told that it fails. */
    noticedAt: instant("noticed_at").notNull(),
    /** The first success; null while it fails. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    // One that is not over per webhook: of two instances that find it, one writes it, and tells.
    uniqueIndex("webhook_outages_open")
      .on(table.webhookId)
      .where(sql`${table.endedAt} is null`),
    index("webhook_outages_by_webhook").on(table.webhookId, table.beganAt),
  ],
);

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
