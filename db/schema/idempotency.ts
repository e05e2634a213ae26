import { index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/**
 * The first answers under `Idempotency-Key`s (rules/idempotency.md#keys-2), written in the transaction of their change and kept 24 hours.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    worldId: integer("world_id").notNull(),
    key: text("key").notNull(),
    /** A hash of the request, which every use of the key must repeat. */
    fingerprint: text("fingerprint").notNull(),
    /** The first call. */
    executionId: text("execution_id").notNull(),
    status: smallint("status").notNull(),
    errorCode: integer("error_code"),
    subjectId: text("subject_id"),
    /** The bytes, null for none. */
    body: text("body"),
    /** When the key was first used. */
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.key] }), index("idempotency_keys_by_age").on(table.createdAt)],
);
