import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { contracts } from "#db/schema/contracts.ts";
import { premiumKinds } from "#db/schema/enums.ts";
import { worlds } from "#db/schema/partners.ts";
import type { RenterTotals, StoredFigures } from "#lib/insurance/statements/schema.ts";

/** The premium ledger: each change of a contract's price, written with it and never changed (rules/statements.md#ledger-1). */
export const premiumEntries = pgTable(
  "premium_entries",
  {
    id: text("id").notNull(),
    worldId: integer("world_id").notNull(),
    /** By the world's clock. */
    at: instant("at").notNull(),
    /** The renter. */
    uid: text("uid").notNull(),
    cid: text("cid")
      .notNull()
      .references(() => contracts.cid),
    cpid: text("cpid").notNull(),
    kind: text("kind", { enum: premiumKinds }).notNull(),
    /** Signed: by how much the price of the product changed. */
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    /** The time of the price change, by the world's clock, if the repair wrote the entry later: `at` is then the time of writing. */
    happenedAt: instant("happened_at"),
  },
  (table) => [
    // The contract comes first, so that this is also the index of its entries.
    primaryKey({ columns: [table.cid, table.id] }),
    index("premium_entries_by_month").on(table.worldId, table.at, table.id),
    index("premium_entries_by_renter").on(table.worldId, table.uid, table.at, table.id),
    check(
      "premium_entries_kind",
      sql`${table.kind} in ('created', 'added', 'removed', 'amended', 'renewed', 'cancelled', 'terminated', 'reopened')`,
    ),
    check("premium_entries_amount", sql`${table.amountCents} <> 0`),
  ],
);

/** How far the comparison of the ledger with prices has come. One row, which all instances share and which a batch locks. */
export const ledgerChecks = pgTable("ledger_checks", {
  id: integer("id").primaryKey(),
  startedAt: instant("started_at").notNull(),
  finishedAt: instant("finished_at"),
  /** The last contract of the present pass. */
  after: text("after").notNull(),
  /** Contracts that the present pass has repaired, and that it could not repair. */
  repaired: integer("repaired").notNull(),
  unrepaired: integer("unrepaired").notNull(),
  /** Contracts that the last whole pass could not repair. */
  mismatches: integer("mismatches"),
});

/** Closed months. Their figures stay as they were when the month closed (rules/statements.md#month-2). */
export const statements = pgTable(
  "statements",
  {
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    /** Such as `2027-01`, in Europe/Paris. */
    month: text("month").notNull(),
    closedAt: instant("closed_at").notNull(),
    /** The hash of the month's entries as CSV. */
    sha256: text("sha256").notNull(),
    figures: jsonb("figures").$type<StoredFigures>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.worldId, table.month] }),
    check("statements_month", sql`${table.month} ~ '^[0-9]{4}-[0-9]{2}$'`),
  ],
);

/**
 * What the contracts and premium entries of a month add up to before a moment, so that reading an open month counts no more than what came
 * since (rules/statements.md#month-6). A month is closed from the entries themselves.
 */
export const statementTotals = pgTable(
  "statement_totals",
  {
    worldId: integer("world_id").notNull(),
    month: text("month").notNull(),
    until: instant("until").notNull(),
    renters: jsonb("renters").$type<RenterTotals[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.month] })],
);
