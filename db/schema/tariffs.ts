import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { proposalStatuses } from "#db/schema/enums.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";

/**
 * Versions of the price list, never edited (rules/prices.md#lists-1). One that is not in force yet can be withdrawn
 * (rules/prices.md#lists-11).
 */
export const tariffs = pgTable(
  "tariffs",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    version: text("version").notNull(),
    effectiveFrom: instant("effective_from").notNull(),
    rates: jsonb("rates").$type<TariffRates>().notNull(),
    withdrawnAt: instant("withdrawn_at"),
  },
  (table) => [
    uniqueIndex("tariffs_name_version")
      .on(table.name, table.version)
      .where(sql`${table.withdrawnAt} is null`),
    uniqueIndex("tariffs_in_force")
      .on(table.name, sql`${table.effectiveFrom} desc`)
      .where(sql`${table.withdrawnAt} is null`),
  ],
);

/**
 * Versions, and withdrawals of versions, that wait until another person of support decides on them (rules/prices.md#lists-6, #lists-11).
 */
export const tariffProposals = pgTable(
  "tariff_proposals",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    version: text("version").notNull(),
    effectiveFrom: instant("effective_from").notNull(),
    rates: jsonb("rates").$type<TariffRates>().notNull(),
    reason: text("reason").notNull(),
    status: text("status", { enum: proposalStatuses }).notNull(),
    /** Users of the console. */
    proposedBy: text("proposed_by").notNull(),
    proposedAt: instant("proposed_at").notNull(),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** The version that it became, or that it withdrew. */
    tariffId: text("tariff_id").references(() => tariffs.id),
    /** The version that it asks to withdraw; null if it asks to publish one. */
    withdraws: text("withdraws").references(() => tariffs.id),
  },
  (table) => [
    uniqueIndex("tariff_proposals_waiting")
      .on(table.name, table.version)
      .where(sql`${table.status} = 'waiting'`),
    index("tariff_proposals_by_time").on(table.proposedAt, table.id),
    check("tariff_proposals_status", sql`${table.status} in ('waiting', 'published', 'refused')`),
    check("tariff_proposals_published", sql`(${table.status} = 'published') = (${table.tariffId} is not null)`),
    check("tariff_proposals_decided", sql`(${table.status} = 'waiting') = (${table.decidedAt} is null)`),
  ],
);

/** Only the release before reads it; `notices` says who was notified. The next release drops it. */
export const tariffNotices = pgTable(
  "tariff_notices",
  {
    tariffId: text("tariff_id")
      .notNull()
      .references(() => tariffs.id),
    partnerId: text("partner_id").notNull(),
    noticedAt: instant("noticed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tariffId, table.partnerId] })],
);
