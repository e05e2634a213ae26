import { sql } from "drizzle-orm";
import { jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import type { TariffRates } from "#lib/tariffs/schema.ts";

/** Versions of the price list (resolutions.md § 4), never edited. */
export const tariffs = pgTable(
  "tariffs",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    version: text("version").notNull(),
    effectiveFrom: instant("effective_from").notNull(),
    rates: jsonb("rates").$type<TariffRates>().notNull(),
  },
  (table) => [
    uniqueIndex("tariffs_name_version").on(table.name, table.version),
    uniqueIndex("tariffs_in_force").on(table.name, sql`${table.effectiveFrom} desc`),
  ],
);
