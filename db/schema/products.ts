import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductData } from "#lib/insurance/products/schema.ts";

/** The partner's catalogue, and hidden entries of inline products. */
export const products = pgTable(
  "products",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    uid: text("uid").notNull(),
    productType: text("product_type").$type<ProductType>().notNull(),
    title: text("title").notNull(),
    description: text("description"),
    /** `product_subtype`, `brand`, `model` and the partner's own properties. */
    data: jsonb("data").$type<ProductData>().notNull(),
    purchasedDate: instant("purchased_date"),
    valueExclCents: bigint("value_excl_cents", { mode: "number" }).notNull(),
    /** True for an inline product: readable, but never listed or insured again. */
    hidden: boolean("hidden").notNull().default(false),
    deletedAt: instant("deleted_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    unique("products_world_uid").on(table.worldId, table.uid),
    index("products_listed")
      .on(table.worldId, table.id)
      .where(sql`not ${table.hidden} and ${table.deletedAt} is null`),
    // Serves the portal's list.
    index("products_listed_by_time")
      .on(table.worldId, table.createdAt, table.id)
      .where(sql`not ${table.hidden} and ${table.deletedAt} is null`),
    check("products_value", sql`${table.valueExclCents} > 0`),
  ],
);
