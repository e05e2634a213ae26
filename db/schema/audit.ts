import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import type { Actor } from "#lib/context.ts";

/** Who did what, when, why and from where. Append-only: a trigger refuses every other write. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: text("id").primaryKey(),
    at: instant("at").notNull(),
    actor: jsonb("actor").$type<Actor>().notNull(),
    action: text("action").notNull(),
    subjectId: text("subject_id").notNull(),
    reason: text("reason"),
    /** The network address that it was asked from; null for a job and the admin command. */
    address: text("address"),
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index("audit_entries_by_time").on(table.at, table.id),
    index("audit_entries_by_subject").on(table.subjectId, table.at, table.id),
    index("audit_entries_by_action").on(table.action, table.at, table.id),
    index("audit_entries_by_user").on(sql`(${table.actor} ->> 'userId')`, table.at, table.id),
    index("audit_entries_by_key").on(sql`(${table.actor} ->> 'keyId')`, table.at, table.id),
    index("audit_entries_about_partner").on(sql`(${table.details} ->> 'partnerId')`, table.at, table.id),
    // What a partner's owners see of it, all of it or some actions.
    index("audit_entries_of_partner").on(sql`(${table.actor} ->> 'partnerId')`, table.at, table.id),
    index("audit_entries_of_partner_by_action").on(sql`(${table.actor} ->> 'partnerId')`, table.action, table.at, table.id),
  ],
);
