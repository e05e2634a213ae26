import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
import type { ReadinessItem } from "#lib/developer/readiness/catalogue.ts";

/**
 * The last evidence of each item (rules/call-log.md#readiness-2), kept for 90 days, since calls expire earlier and a reset deletes the
 * rest. The identifier is a call, delivery or webhook.
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
