import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { cityCountries } from "#db/schema/enums.ts";

/** In normal form (rules/renters.md#geo-2), filled by `loadCities`. The trigram index needs the extension pg_trgm. */
export const cities = pgTable(
  "cities",
  {
    country: text("country", { enum: cityCountries }).notNull(),
    zipcode: text("zipcode").notNull(),
    name: text("name").notNull(),
    /** The reading of lib/insurance/geo/rules/names.ts, with which misspelt names are compared. */
    key: text("key").notNull(),
    population: integer("population").notNull().default(0),
    /** The name of a commune that was merged into another (rules/renters.md#geo-8). */
    former: boolean("former").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.country, table.zipcode, table.name] }),
    index("cities_name_prefix").on(table.country, table.name.op("text_pattern_ops")),
    index("cities_key_prefix").on(table.country, table.key.op("text_pattern_ops")),
    index("cities_key_length").on(table.country, sql`left(${table.key}, 1)`, sql`length(${table.key})`),
    index("cities_key_trigrams").using("gin", sql`${table.key} gin_trgm_ops`),
  ],
);

/** The edition of the data in `cities`, in one row. */
export const citiesEdition = pgTable("cities_edition", { edition: text("edition").primaryKey() });
