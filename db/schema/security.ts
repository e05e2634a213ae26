import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";

/** The author of a change. */
export type Actor =
  | { type: "apiKey"; keyId: string; partnerId: string }
  | { type: "user"; userId: string; partnerId: string | null }
  /** The operator's staff: a user of the console, or the admin command. */
  | { type: "staff"; name: string; userId?: string }
  | { type: "system"; job: string };

/** Append-only: a trigger refuses updates and deletes. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text("id").primaryKey(),
    at: instant("at").notNull(),
    actor: jsonb("actor").$type<Actor>().notNull(),
    action: text("action").notNull(),
    subjectId: text("subject_id").notNull(),
    reason: text("reason"),
    /** Null for jobs and the admin command. */
    address: text("address"),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("audit_entries_by_time").on(table.at, table.id),
    index("audit_entries_by_subject").on(table.subjectId, table.at, table.id),
    index("audit_entries_by_action").on(table.action, table.at, table.id),
    index("audit_entries_by_user").on(sql`(${table.actor} ->> 'userId')`, table.at, table.id),
    index("audit_entries_by_key").on(sql`(${table.actor} ->> 'keyId')`, table.at, table.id),
    // Jobs, and the names that the admin command was given.
    index("audit_entries_by_name")
      .on(sql`coalesce(${table.actor} ->> 'name', ${table.actor} ->> 'job')`, table.at, table.id)
      .where(sql`${table.actor} ->> 'userId' is null and ${table.actor} ->> 'keyId' is null`),
    index("audit_entries_about_partner").on(sql`(${table.details} ->> 'partnerId')`, table.at, table.id),
    // Serves the activity list of a partner's owners.
    index("audit_entries_of_partner").on(sql`(${table.actor} ->> 'partnerId')`, table.at, table.id),
    index("audit_entries_of_partner_by_action").on(sql`(${table.actor} ->> 'partnerId')`, table.action, table.at, table.id),
  ],
);

/** Security events counted by kind, subject, address and hour, so that an attack makes few rows. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<SecurityKind>().notNull(),
    /** An e-mail address, the beginning of a key, or a path. */
    subject: text("subject").notNull(),
    /** An IPv4 address, or the /64 of an IPv6 address. */
    address: text("address").notNull(),
    hour: instant("hour").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    /** About the last event. */
    detail: text("detail"),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [
    unique("security_events_counted").on(table.hour, table.kind, table.subject, table.address),
    index("security_events_by_time").on(table.lastAt, table.id),
    index("security_events_by_kind").on(table.kind, table.lastAt, table.id),
    index("security_events_by_address").on(table.address, table.lastAt, table.id),
    index("security_events_by_subject").on(table.subject, table.lastAt, table.id),
  ],
);

/** Hours with an unusual number of events; support gets one notice of each. */
export const securityAlarms = pgTable(
  "security_alarms",
  {
    kind: text("kind").$type<SecurityKind>().notNull(),
    hour: instant("hour").notNull(),
    noticedAt: instant("noticed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hour] })],
);
