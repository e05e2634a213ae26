import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, check } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { features, partnerStatuses } from "#db/schema/enums.ts";
import type { logoTypes } from "#db/schema/enums.ts";
import { tariffs } from "#db/schema/tariffs.ts";
import type { InsuredContact } from "#lib/account/worlds/insured-contact.ts";
import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { RenterCompany } from "#lib/insurance/renters/schema.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { Right } from "#lib/platform/wire/rights.ts";

/** A stored logo, of a rental company or a partner. */
export interface Logo {
  storageKey: string;
  mimeType: (typeof logoTypes)[number];
  sizeBytes: number;
}

/** rules/access.md#worlds-1 */
export const partners = pgTable(
  "partners",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull().unique(),
    status: text("status", { enum: partnerStatuses }).notNull().default("active"),
    features: text("features", { enum: features })
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    requestsPerMinute: integer("requests_per_minute").notNull().default(600),
    openContractsLimit: integer("open_contracts_limit"),
    /** Null for the newest public tariff in force. */
    tariffId: text("tariff_id").references(() => tariffs.id),
    /** The color of the page for the insured, if the rental company has none of its own; empty for Covergate's. */
    brandColor: text("brand_color").notNull().default(""),
    logo: jsonb("logo").$type<Logo>(),
    /** Whom the insured of this partner can ask; null until an owner fills it in. */
    insuredContact: jsonb("insured_contact").$type<InsuredContact>(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    check("partners_status", sql`${table.status} in ('active', 'suspended')`),
    check("partners_brand_color", sql`${table.brandColor} ~ '^(#[0-9a-f]{6})?$'`),
    check("partners_limits", sql`${table.requestsPerMinute} > 0 and ${table.openContractsLimit} >= 0`),
  ],
);

/** An environment of a partner, to which everything that a key sees belongs. */
export const worlds = pgTable(
  "worlds",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id),
    environment: text("environment").$type<Environment>().notNull(),
    /** How far the clock was moved forward (rules/sandbox.md#clock-1). */
    clockOffsetMs: bigint("clock_offset_ms", { mode: "number" }).notNull().default(0),
    /** The present moment of a world that catches up with a move; null otherwise. */
    clockPausedAt: instant("clock_stands_at"),
    /** True if the insured of its claims get messages (rules/notices.md#insured-1). */
    notifiesInsured: boolean("notifies_insured").notNull().default(false),
    /** While the world is reset: everything older than this real moment is deleted. */
    emptiedBefore: instant("emptied_before"),
  },
  (table) => [
    unique("worlds_partner_environment").on(table.partnerId, table.environment),
    index("worlds_clock_moved")
      .on(table.id)
      .where(sql`${table.clockOffsetMs} > 0 or ${table.clockPausedAt} is not null`),
    index("worlds_being_emptied")
      .on(table.id)
      .where(sql`${table.emptiedBefore} is not null`),
    check("worlds_environment", sql`${table.environment} in ('development', 'production')`),
    check("worlds_clock", sql`${table.clockOffsetMs} >= 0`),
    check(
      "worlds_sandbox",
      sql`${table.environment} = 'development' or (${table.clockOffsetMs} = 0 and ${table.clockPausedAt} is null and ${table.emptiedBefore} is null)`,
    ),
  ],
);

/** A rental company, registered by the operator. */
export const renters = pgTable(
  "renters",
  {
    uid: text("uid").primaryKey(),
    company: jsonb("company").$type<RenterCompany>().notNull(),
    contractTypes: text("contract_types").array().$type<ContractType[]>().notNull(),
    productTypes: text("product_types").array().$type<ProductType[]>().notNull(),
    /** True if it sells cover as an option; `inclusion` is true if its rent includes cover. */
    option: boolean("option").notNull().default(true),
    inclusion: boolean("inclusion").notNull().default(false),
    /** The time zone by which its contracts count days and months (rules/calendar.md#zones-1). */
    timeZone: text("time_zone").notNull().default("Europe/Paris"),
    /** The color of the page for the insured, as `#rrggbb`; empty for Covergate's. */
    brandColor: text("brand_color").notNull().default(""),
    logo: jsonb("logo").$type<Logo>(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [check("renters_brand_color", sql`${table.brandColor} ~ '^(#[0-9a-f]{6})?$'`)],
);

/** The partners that may attach a renter; for others it does not exist (rules/renters.md#attach-1). */
export const renterOpenings = pgTable(
  "renter_openings",
  {
    partnerId: text("partner_id")
      .notNull()
      .references(() => partners.id),
    renterUid: text("renter_uid")
      .notNull()
      .references(() => renters.uid),
    openedAt: instant("opened_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.renterUid] }),
    index("renter_openings_by_renter").on(table.renterUid, table.partnerId),
  ],
);

export const renterAttachments = pgTable(
  "renter_attachments",
  {
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    renterUid: text("renter_uid")
      .notNull()
      .references(() => renters.uid),
    attachedAt: instant("attached_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.renterUid] })],
);

/** Found by a keyed hash, and stored encrypted for the portal. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    hash: text("hash").notNull().unique(),
    ciphertext: text("ciphertext").notNull(),
    /** The first characters. */
    preview: text("preview").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Null for the key of the environment, which has all rights (rules/access.md#named-1). */
    name: text("name"),
    rights: text("rights")
      .array()
      .$type<Right[]>()
      .notNull()
      .default(sql`'{full}'::text[]`),
    /** The user who created a named key; null for the admin command. */
    createdBy: text("created_by"),
    /** The end of the overlap of a replaced key, or the expiry of a named one. */
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    revokedReason: text("revoked_reason"),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    index("api_keys_world").on(table.worldId, table.createdAt),
    index("api_keys_by_preview").on(table.preview),
    check("api_keys_rights", sql`cardinality(${table.rights}) > 0 and (${table.name} is not null or ${table.rights} = '{full}'::text[])`),
  ],
);

/** Keys that an owner reported as compromised. */
export const keyReports = pgTable(
  "key_reports",
  {
    id: text("id").primaryKey(),
    keyId: text("key_id")
      .notNull()
      .references(() => apiKeys.id),
    /** The reporting user. */
    reportedBy: text("reported_by").notNull(),
    reportedAt: instant("reported_at").notNull(),
    note: text("note").notNull(),
    /** When and by whom it was closed; a revocation closes it. */
    closedAt: instant("closed_at"),
    closedBy: text("closed_by"),
  },
  (table) => [
    // One open report per key.
    uniqueIndex("key_reports_open")
      .on(table.keyId)
      .where(sql`${table.closedAt} is null`),
    index("key_reports_by_key").on(table.keyId, table.id),
    index("key_reports_waiting")
      .on(table.id)
      .where(sql`${table.closedAt} is null`),
    check("key_reports_closed", sql`(${table.closedAt} is null) = (${table.closedBy} is null)`),
  ],
);

/** Requests per key and minute over all instances (lib/account/keys/request-counts.ts). */
export const rateWindows = pgTable(
  "rate_windows",
  {
    keyId: text("key_id").notNull(),
    minute: integer("minute").notNull(),
    requests: integer("requests").notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.minute] })],
);
