import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { claims } from "#db/schema/claims.ts";
import { instant } from "#db/schema/columns.ts";
import { contractProducts, contracts } from "#db/schema/contracts.ts";
import { worlds } from "#db/schema/partners.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** Links by which the insured sends documents, or declares a loss (rules/claim-links.md#make-1, #make-4). All instants are real time. */
export const claimLinks = pgTable(
  "claim_links",
  {
    id: text("id").primaryKey(),
    /** SHA-256 of the token, which is stored nowhere. */
    tokenHash: text("token_hash").notNull().unique(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    /** Null until the insured has declared the loss by a link of a contract. */
    claimId: text("claim_id").references(() => claims.id),
    /** The contract of a link of a contract; null for a link of a claim. */
    cid: text("cid").references(() => contracts.cid),
    /** The only product that a link of a contract is for; null for any. */
    cpid: text("cpid").references(() => contractProducts.cpid),
    language: text("language").$type<Language>().notNull(),
    returnUrl: text("return_url"),
    /** The key or the user. */
    createdBy: text("created_by").notNull(),
    /** The call that made it; null for a handler. */
    executionId: text("execution_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    openedAt: instant("opened_at"),
    lastSeenAt: instant("last_seen_at"),
    /** When everything asked for was there, the last time. */
    completedAt: instant("completed_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    index("claim_links_by_claim").on(table.claimId, table.id),
    index("claim_links_by_contract")
      .on(table.cid, table.id)
      .where(sql`${table.cid} is not null`),
    index("claim_links_by_contract_product")
      .on(table.cpid)
      .where(sql`${table.cpid} is not null`),
    index("claim_links_completed")
      .on(table.worldId, table.id)
      .where(sql`${table.completedAt} is not null`),
    check("claim_links_subject", sql`${table.claimId} is not null or ${table.cid} is not null`),
    check("claim_links_product", sql`${table.cpid} is null or ${table.cid} is not null`),
    check("claim_links_language", sql`${table.language} in ('en', 'fr')`),
    check("claim_links_expiry", sql`${table.expiresAt} > ${table.createdAt}`),
  ],
);
