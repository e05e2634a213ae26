import { sql } from "drizzle-orm";
import { index, integer, pgTable } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";

/** The worlds that the demo fills with a year of activity, and how far it has come. Empty outside of the demo. */
export const demoFills = pgTable(
  "demo_fills",
  {
    worldId: integer("world_id")
      .primaryKey()
      .references(() => worlds.id),
    /** The year ends at this moment; an interrupted filling keeps it. */
    startedAt: instant("started_at").notNull(),
    /** The steps of the plan that are done. */
    steps: integer("steps").notNull().default(0),
    contracts: integer("contracts").notNull().default(0),
    /** How many contracts the plan creates. */
    planned: integer("planned").notNull().default(0),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("demo_fills_open")
      .on(table.worldId)
      .where(sql`${table.finishedAt} is null`),
  ],
);
