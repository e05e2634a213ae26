import { index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/** The first answers under `Idempotency-Key`s (resolutions.md § 12), written in the transaction of their change and kept 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    worldId: integer("world_id").notNull(),
    key: text("key").notNull(),
    /** 0, and higher for the later batches of an answer over several transactions. */
    batch: integer("batch").notNull(),
    /** A hash of the request, which every use of the key must repeat. */
    fingerprint: text("fingerprint").notNull(),
    /** The first call. */
    executionId: text("execution_id").notNull(),
    status: smallint("status").notNull(),
    errorCode: integer("error_code"),
    subjectId: text("subject_id"),
    /** The bytes, null for none; of a batch its items as a JSON array. */
    body: text("body"),
    /** The cursor of the next batch; null after the last. */
    next: text("next"),
    /** The lease on the next batch; null for none. */
    leasedUntil: instant("leased_until"),
    /** When the key was first used; the same for all batches. */
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.key, table.batch] }), index("idempotency_keys_by_age").on(table.createdAt)],
);
