import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/** What a search finds, a row for each thing (rules/search.md). Written by the job `index-search`, never within a request. */
export const searchEntries = pgTable(
  "search_entries",
  {
    kind: text("kind").notNull(),
    /** The identifier by which the table of the kind has it. */
    id: text("id").notNull(),
    /** 0 for a rental company as the console finds it, which is of no world. */
    worldId: integer("world_id").notNull(),
    at: instant("at").notNull(),
    block: integer("block").notNull(),
    /** Folded fields, a line each, that begins with the letter of the field (lib/account/search/entry-text.ts). */
    text: text("text").notNull(),
    /** The trigrams of the text, each combined with the block (lib/account/search/entry-text.ts). */
    trigrams: integer("trigrams").array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.id, table.worldId] }),
    // Rows wait in the index's list until the end of their batch, so that a trigram of many is written once (lib/developer/search/searched-texts.ts).
    index("search_entries_trigrams").using("gin", table.trigrams),
  ],
);

/**
 * Entries of one world and kind that were first written one after the other, up to a fixed number. Searches read the newest block first,
 * so that they end as soon as they have enough, however frequent a text is, there or in other worlds.
 */
export const searchBlocks = pgTable(
  "search_blocks",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    worldId: integer("world_id").notNull(),
    kind: text("kind").notNull(),
    entries: integer("entries").notNull(),
    /** That of its newest entry, by which blocks of several worlds are read. */
    newestAt: instant("newest_at").notNull(),
  },
  (table) => [index("search_blocks_of_world").on(table.kind, table.worldId, table.id)],
);

/** Things that changed since their entries were written. Triggers of their tables write them, in the transaction of the change. */
export const searchMarks = pgTable(
  "search_marks",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind").notNull(),
    key: text("key").notNull(),
    /** Null for the thing itself; then the last contract that was written anew after its product or rental company changed. "~" for what a repair writes. */
    after: text("after"),
  },
  (table) => [
    index("search_marks_of_contracts")
      .on(table.id)
      .where(sql`${table.after} is not null`),
  ],
);

/** How far the entries have been written from the beginning, in one row. */
export const searchRepairs = pgTable("search_repairs", {
  id: integer("id").primaryKey(),
  startedAt: instant("started_at").notNull(),
  finishedAt: instant("finished_at"),
  /** The kind that is being written, and the last of it. */
  kind: text("kind").notNull(),
  after: text("after").notNull(),
  entries: integer("entries").notNull(),
});
