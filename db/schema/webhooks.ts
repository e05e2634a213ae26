import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

/** rules/deliveries.md#webhooks-1 */
export const webhooks = pgTable(
  "webhooks",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    name: text("name").notNull(),
    /** The query, which may hold a token, is encrypted (lib/delivery/webhooks/stored-url.ts). */
    url: text("url").notNull(),
    enabled: boolean("enabled").notNull(),
    eventTypes: text("event_types").array().$type<EventType[]>().notNull(),
    /** Encrypted (lib/delivery/webhooks/secrets.ts); null without signing. */
    signingSecret: text("signing_secret"),
    /** Signs too until `previousSecretUntil`; kept longer for the debugger. */
    previousSecret: text("previous_secret"),
    previousSecretUntil: instant("previous_secret_until"),
    /** The user who created it; null for those of before, and of the operator. */
    createdBy: text("created_by"),
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

/** Written with attempts (lib/delivery/deliveries/record.ts). Apart from `webhooks`, whose row every event locks. */
export const webhookHealth = pgTable("webhook_health", {
  webhookId: text("webhook_id").primaryKey(),
  /** The first of the present series of failures; null after a success. */
  failingSince: instant("failing_since"),
  consecutiveFailures: integer("consecutive_failures").notNull(),
  lastSucceededAt: instant("last_succeeded_at"),
  lastFailedAt: instant("last_failed_at"),
  /** The status of the last failure, or why there was no response. */
  lastStatusCode: smallint("last_status_code"),
  lastError: text("last_error"),
});

/** Attempts by hour and duration, for charts; written with them and kept longer. */
export const webhookHours = pgTable(
  "webhook_hours",
  {
    webhookId: text("webhook_id").notNull(),
    hour: instant("hour").notNull(),
    /** lib/platform/traffic/ranges.ts. */
    durationClass: smallint("duration_class").notNull(),
    attempts: bigint("attempts", { mode: "number" }).notNull(),
    /** Attempts without a 2xx. */
    failures: bigint("failures", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.webhookId, table.hour, table.durationClass] })],
);

/** Failures of an hour or more, which owners get a notice of. */
export const webhookOutages = pgTable(
  "webhook_outages",
  {
    id: text("id").primaryKey(),
    webhookId: text("webhook_id")
      .notNull()
      .references(() => webhooks.id),
    beganAt: instant("began_at").notNull(),
    /** The time of the notice to the owners. */
    noticedAt: instant("noticed_at").notNull(),
    /** The first success; null while it fails. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    // One open outage per webhook: only the instance that inserts it sends the notice.
    uniqueIndex("webhook_outages_open")
      .on(table.webhookId)
      .where(sql`${table.endedAt} is null`),
    index("webhook_outages_by_webhook").on(table.webhookId, table.beganAt),
  ],
);

/** Deliveries that a disabled webhook lost, since they waited too long or were too many (lib/delivery/deliveries/expire-held.ts). */
export const webhookDrops = pgTable("webhook_drops", {
  webhookId: text("webhook_id")
    .primaryKey()
    .references(() => webhooks.id),
  /** The oldest of the cancelled deliveries. */
  since: instant("since").notNull(),
  dropped: bigint("dropped", { mode: "number" }).notNull(),
  lastDroppedAt: instant("last_dropped_at").notNull(),
  /** The time of the notice to the owners. */
  noticedAt: instant("noticed_at"),
});
