import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
import type { ReadinessItem } from "#lib/readiness/catalogue.ts";

/**
 * What a development world has shown of its readiness for production, and when last (resolutions.md § 16). Calls are kept for a month
 * and start-over empties the rest, so that what counts for 90 days is kept here; the identifier is that of a call, delivery or webhook.
 */
export const readinessMarks = pgTable(
  "readiness_marks",
  {
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    item: text("item").$type<ReadinessItem>().notNull(),
    metAt: instant("met_at").notNull(),
    evidenceId: text("evidence_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.item] })],
);
