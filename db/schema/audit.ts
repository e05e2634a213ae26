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
    details: jsonb("details").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index("audit_entries_by_subject").on(table.subjectId, table.id)],
);
