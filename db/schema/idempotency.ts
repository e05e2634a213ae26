import { index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/**
 * The first answers to writes that were sent with an `Idempotency-Key` (resolutions.md § 12). A row is written in the
 * transaction of the change that it answers, so there is an answer exactly where there is a change. Kept 24 hours.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    worldId: integer("world_id").notNull(),
    key: text("key").notNull(),
    /** 0; the later batches of an answer that is made in several transactions have 1, 2, and so on. */
    batch: integer("batch").notNull(),
    /** A hash of what was sent, which the same key must be sent with again. */
    fingerprint: text("fingerprint").notNull(),
    /** The first call. */
    executionId: text("execution_id").notNull(),
    status: smallint("status").notNull(),
    errorCode: integer("error_code"),
    subjectId: text("subject_id"),
    /** The answer's bytes, null for none; of a batch its items as a JSON array. */
    body: text("body"),
    /** Where the next batch begins; null where this is the whole answer or the last batch. */
    next: text("next"),
    /** Until then nobody else makes the next batch; null where there is none. */
    leasedUntil: instant("leased_until"),
    /** When the key was first used; the same for all batches. */
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.key, table.batch] }), index("idempotency_keys_by_age").on(table.createdAt)],
);
