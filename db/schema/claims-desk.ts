import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { claims } from "#db/schema/claims.ts";
import { instant } from "#db/schema/columns.ts";
import { reasonUses } from "#db/schema/enums.ts";
import { users } from "#db/schema/users.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** Internal notes of staff on a claim; never on the wire, and never overwritten. */
export const claimNotes = pgTable(
  "claim_notes",
  {
    id: text("id").primaryKey(),
    claimId: text("claim_id")
      .notNull()
      .references(() => claims.id),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    /** Real time. */
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("claim_notes_by_claim").on(table.claimId, table.id)],
);

/** Texts that handlers choose from where they write to the insured. */
export const reasonTemplates = pgTable(
  "reason_templates",
  {
    id: text("id").primaryKey(),
    use: text("use", { enum: reasonUses }).notNull(),
    language: text("language").$type<Language>().notNull(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    changedBy: text("changed_by")
      .notNull()
      .references(() => users.id),
    changedAt: instant("changed_at").notNull(),
  },
  (table) => [
    uniqueIndex("reason_templates_title").on(table.use, table.language, table.title),
    check("reason_templates_use", sql`${table.use} in ('requestDocument', 'refuseDocument', 'rejectClaim')`),
    check("reason_templates_language", sql`${table.language} in ('en', 'fr')`),
  ],
);
