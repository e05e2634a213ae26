import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
import type { AlertKind } from "#lib/developer/alerts/schema-kinds.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** The alert rules of a partner's people for an environment (rules/alerts.md#rules-1). */
export const alertRules = pgTable(
  "alert_rules",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    kind: text("kind").$type<AlertKind>().notNull(),
    /** In the unit of its kind (lib/developer/alerts/schema-kinds.ts); null for a kind of the release before. */
    threshold: integer("threshold"),
    /** `mail` or `webhook`. The next release makes `webhook` of `chat`, which the release before writes. */
    channel: text("channel").notNull(),
    /** Ids of the users who get the e-mail; empty for other channels. */
    recipients: text("recipients").array().notNull(),
    /** Encrypted as a whole (lib/developer/alerts/secrets.ts), since the URL of a chat is a secret; null for e-mail. */
    url: text("url"),
    /** Encrypted; null for e-mail, and for a chat of the release before. */
    signingSecret: text("signing_secret"),
    language: text("language").$type<Language>().notNull(),
    /** The time zone of the times in messages; an IANA name. */
    timeZone: text("time_zone").notNull(),
    /** Only the release before reads these two; the next release drops them, and deletes rules of the kind `renewalsOfWeek`. */
    quietFrom: smallint("quiet_from"),
    quietUntil: smallint("quiet_until"),
    enabled: boolean("enabled").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** When it is evaluated next. */
    checkAt: instant("check_at").notNull(),
    /** Only the release before reads these two; the next release drops them. */
    sendAt: instant("send_at").notNull().defaultNow(),
    leasedUntil: instant("leased_until"),
    /** Attempts in a row that failed; 0 after a success. */
    failures: smallint("failures").notNull().default(0),
    failingSince: instant("failing_since"),
    /** `AlertFailure` of the last attempt; null after a success. */
    lastFailure: text("last_failure"),
    lastSentAt: instant("last_sent_at"),
  },
  (table) => [
    index("alert_rules_by_world").on(table.worldId, table.id),
    index("alert_rules_due")
      .on(table.checkAt)
      .where(sql`${table.enabled}`),
    check("alert_rules_channel", sql`(${table.channel} = 'mail') = (${table.url} is null)`),
    check("alert_rules_secret", sql`${table.signingSecret} is null or ${table.channel} = 'webhook'`),
    check("alert_rules_quiet", sql`(${table.quietFrom} is null) = (${table.quietUntil} is null)`),
  ],
);

/** The details of an alert's cause, by kind. Stored as JSON, so instants are texts. */
export type AlertDetail =
  /** Calls of an hour or two, and how many of them were refused. */
  | { kind: "errorRate"; calls: number; errors: number }
  | { kind: "webhookFailing"; webhookId: string; name: string; attempts: number }
  | { kind: "keyUnused"; keyId: string; preview: string }
  /** `endsAt` is when it stops working, or stopped. */
  | { kind: "keyOutdated"; keyId: string; preview: string; works: boolean; endsAt: string }
  | { kind: "claimWaiting"; id: string; number: string };

/** A cause that a rule found; it is reported once. */
export const alerts = pgTable(
  "alerts",
  {
    id: text("id").primaryKey(),
    ruleId: text("rule_id")
      .notNull()
      .references(() => alertRules.id, { onDelete: "cascade" }),
    /** Names the cause within its rule, such as a webhook's id. */
    cause: text("cause").notNull(),
    since: instant("since").notNull(),
    detail: jsonb("detail").$type<AlertDetail>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** When the cause was over. */
    endedAt: instant("ended_at"),
    sentAt: instant("sent_at"),
    /** When sending was given up. */
    droppedAt: instant("dropped_at"),
    /** Whom a message reached before all were; a retry leaves them out. */
    reached: text("reached")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
  },
  (table) => [
    // A cause is reported once as long as it lasts, however many instances find it.
    uniqueIndex("alerts_open")
      .on(table.ruleId, table.cause)
      .where(sql`${table.endedAt} is null`),
    index("alerts_unsent")
      .on(table.ruleId, table.id)
      .where(sql`${table.sentAt} is null and ${table.droppedAt} is null`),
    index("alerts_by_rule").on(table.ruleId, table.id),
    index("alerts_ended").on(table.endedAt),
  ],
);
