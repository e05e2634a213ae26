import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { settlements } from "#db/schema/claims.ts";
import { instant } from "#db/schema/columns.ts";
import { accountProposalStatuses } from "#db/schema/enums.ts";
import { renters } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";

/** The payments that were handed to the bank in one file. */
export const paymentRuns = pgTable(
  "payment_runs",
  {
    id: text("id").primaryKey(),
    /** The day on which the bank executes it. */
    executeOn: date("execute_on", { mode: "string" }).notNull(),
    /** The account that pays, which is in the file; null for a run of an earlier release, which had that of the settings. */
    payerHolder: text("payer_holder"),
    payerIban: text("payer_iban"),
    createdBy: text("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("payment_runs_by_time").on(table.createdAt, table.id)],
);

/** A payment is in one run at most, so that the bank is told of it once; with the account of that time, which is in the file. */
export const paymentsOfRuns = pgTable(
  "payments_of_runs",
  {
    settlementId: text("settlement_id")
      .primaryKey()
      .references(() => settlements.id),
    runId: text("run_id")
      .notNull()
      .references(() => paymentRuns.id),
    holder: text("holder").notNull(),
    iban: text("iban").notNull(),
  },
  (table) => [index("payments_of_runs_by_run").on(table.runId, table.settlementId)],
);

/**
 * Accounts that support entered, which wait until another person decides on them (rules/authority.md#second-1): of rental companies, and
 * those that pay, of which the one that was approved last is in use.
 */
export const payeeAccountProposals = pgTable(
  "payee_account_proposals",
  {
    id: text("id").primaryKey(),
    /** Null for an account that pays. */
    renterUid: text("renter_uid").references(() => renters.uid),
    holder: text("holder").notNull(),
    iban: text("iban").notNull(),
    status: text("status", { enum: accountProposalStatuses }).notNull(),
    proposedBy: text("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: instant("proposed_at").notNull(),
    decidedBy: text("decided_by").references(() => users.id),
    decidedAt: instant("decided_at"),
  },
  (table) => [
    uniqueIndex("payee_account_proposals_waiting")
      .on(table.renterUid)
      .where(sql`${table.status} = 'waiting'`),
    uniqueIndex("payer_account_proposals_waiting")
      .on(table.status)
      .where(sql`${table.renterUid} is null and ${table.status} = 'waiting'`),
    check("payee_account_proposals_status", sql`${table.status} in ('waiting', 'approved', 'declined', 'withdrawn')`),
    check("payee_account_proposals_decided", sql`(${table.status} = 'waiting') = (${table.decidedAt} is null)`),
    check("payee_account_proposals_two_people", sql`(${table.status} = 'withdrawn') = (${table.decidedBy} = ${table.proposedBy})`),
  ],
);

/** The bank account of a rental company, to which its refunds are paid. */
export const payeeAccounts = pgTable(
  "payee_accounts",
  {
    renterUid: text("renter_uid")
      .primaryKey()
      .references(() => renters.uid),
    holder: text("holder").notNull(),
    /** Without spaces. */
    iban: text("iban").notNull(),
    changedBy: text("changed_by")
      .notNull()
      .references(() => users.id),
    changedAt: instant("changed_at").notNull(),
  },
  (table) => [check("payee_accounts_iban", sql`${table.iban} ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'`)],
);
