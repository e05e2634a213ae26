import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { City } from "#lib/geo/schema.ts";

/** Cities by zipcode, in normal form (resolutions.md § 6). Filled from db/geo by `loadCities`; the trigram index needs the extension pg_trgm. */
export const cities = pgTable(
  "cities",
  {
    country: text("country").$type<City["country"]>().notNull(),
    zipcode: text("zipcode").notNull(),
    name: text("name").notNull(),
    /** The name as lib/geo/rules/names.ts boils it down: what a misspelt name is compared with. */
    key: text("key").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.country, table.zipcode, table.name] }),
    index("cities_name_prefix").on(table.country, table.name.op("text_pattern_ops")),
    index("cities_key_prefix").on(table.country, table.key.op("text_pattern_ops")),
    index("cities_key_length").on(table.country, sql`left(${table.key}, 1)`, sql`length(${table.key})`),
    index("cities_key_trigrams").using("gin", sql`${table.key} gin_trgm_ops`),
  ],
);

/** Which edition of the data fills `cities`: one row. */
export const citiesEdition = pgTable("cities_edition", { edition: text("edition").primaryKey() });
