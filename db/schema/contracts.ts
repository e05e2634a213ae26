import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, jsonb, pgTable, smallint, text, unique } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { contractProductStatuses, contractStatuses, storedSources } from "#db/schema/enums.ts";
import { worlds } from "#db/schema/partners.ts";
import { tariffs } from "#db/schema/tariffs.ts";
import type { ContractType, Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { Company, ContractProductData, Individual } from "#lib/insurance/contracts/schema.ts";
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

/** rules/contracts.md#states-1 */
export const contracts = pgTable(
  "contracts",
  {
    cid: text("cid").primaryKey(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    /** The renter. */
    uid: text("uid").notNull(),
    contractType: text("contract_type").$type<ContractType>().notNull(),
    status: text("status", { enum: contractStatuses }).notNull(),
    test: boolean("test").notNull(),
    startDate: instant("start_date").notNull(),
    endDate: instant("end_date").notNull(),
    /** While the contract is open: when it or one of its products ends (lib/insurance/contracts/rules/ending.ts). */
    dueAt: instant("due_at").notNull(),
    options: text("options").array().$type<Option[]>().notNull(),
    company: jsonb("company").$type<Company>(),
    individual: jsonb("individual").$type<Individual>(),
    tariffId: text("tariff_id")
      .notNull()
      .references(() => tariffs.id),
    /** By which days and months are counted; null, as earlier releases leave it, for that of the renter (lib/insurance/contracts/find.ts). */
    timeZone: text("time_zone"),
    /** The day of month that its renewals go to; null for that of its start (lib/platform/time/days-and-months.ts). */
    renewalDay: smallint("renewal_day"),
    /** True if a termination is planned: at `end_date` the contract becomes `terminated` instead of `closed`. */
    terminationPlanned: boolean("termination_planned").notNull().default(false),
    endReason: text("end_reason"),
    endedAt: instant("ended_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /** Guards writes: a decision on an old revision is made again. */
    revision: integer("revision").notNull().default(1),
    /** The source of the contract, or of the one that it renews; null for the partner's own system. */
    source: text("source", { enum: storedSources }),
    /** When the data of persons was erased (lib/developer/erasure). */
    erasedAt: instant("erased_at"),
  },
  (table) => [
    index("contracts_by_renter").on(table.worldId, table.uid, table.cid),
    index("contracts_by_renter_and_test").on(table.worldId, table.uid, table.test, table.cid),
    index("contracts_by_renter_and_status").on(table.worldId, table.uid, table.status, table.cid),
    // Serve the portal's list, of a renter and of a status.
    index("contracts_by_world").on(table.worldId, table.createdAt, table.cid),
    index("contracts_by_renter_and_time").on(table.worldId, table.uid, table.createdAt, table.cid),
    index("contracts_by_status").on(table.worldId, table.status, table.createdAt, table.cid),
    index("contracts_due")
      .on(table.dueAt, table.cid)
      .where(sql`${table.status} = 'open'`),
    // Serves worlds with a moved clock; development contracts are tests.
    index("contracts_due_of_world")
      .on(table.worldId, table.dueAt, table.cid)
      .where(sql`${table.status} = 'open' and ${table.test}`),
    // Finds contracts whose term for keeping the data of persons is over.
    index("contracts_to_erase")
      .on(table.endedAt, table.cid)
      .where(sql`${table.endedAt} is not null and ${table.erasedAt} is null`),
    check("contracts_status", sql`${table.status} in ('open', 'closed', 'cancel', 'terminated')`),
    check("contracts_type", sql`${table.contractType} in ('LCD', 'LMD', 'LLD')`),
    check("contracts_period", sql`${table.endDate} >= ${table.startDate}`),
  ],
);

/** Rows are replaced, never edited, so that the history stays. */
export const contractProducts = pgTable(
  "contract_products",
  {
    cpid: text("cpid").primaryKey(),
    cid: text("cid")
      .notNull()
      .references(() => contracts.cid),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    /** Copies the type and value of the product, which the catalogue may change later. */
    productType: text("product_type").$type<ProductType>().notNull(),
    valueExclCents: bigint("value_excl_cents", { mode: "number" }).notNull(),
    status: text("status", { enum: contractProductStatuses }).notNull(),
    startDate: instant("start_date").notNull(),
    endDate: instant("end_date").notNull(),
    data: jsonb("data").$type<ContractProductData>().notNull(),
    priceCents: bigint("price_cents", { mode: "number" }).notNull(),
    replacedBy: text("replaced_by"),
    endReason: text("end_reason"),
  },
  (table) => [
    index("contract_products_by_contract").on(table.cid, table.cpid),
    index("contract_products_by_product").on(table.productId, table.cpid),
    index("contract_products_by_marking").on(sql`(${table.data} ->> 'product_marked')`, table.cid),
    index("contract_products_by_internal_id")
      .on(sql`(${table.data} ->> 'internal_id')`, table.cid)
      .where(sql`${table.data} ->> 'internal_id' is not null`),
    check("contract_products_status", sql`${table.status} in ('open', 'closed', 'cancel', 'terminated', 'has_been_replaced')`),
    check("contract_products_price", sql`${table.priceCents} >= 0`),
    check("contract_products_replaced", sql`(${table.status} = 'has_been_replaced') = (${table.replacedBy} is not null)`),
  ],
);
