import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
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
