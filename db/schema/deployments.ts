import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/** The releases that served, each once, by whichever instance started first. */
export const deployments = pgTable(
  "deployments",
  {
    version: text("version").notNull(),
    /** Empty where the build does not say. */
    commit: text("commit").notNull(),
    startedAt: instant("started_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.version, table.commit] })],
);
