import { index, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/**
 * Every `/v2` request of a known key (resolutions.md § 10).
 * Partitioned by day: an execution id begins with its time, so its range is the partition's (db/partitions.ts).
 */
export const calls = pgTable(
  "calls",
  {
    executionId: text("execution_id").primaryKey(),
    at: instant("at").notNull(),
    worldId: integer("world_id").notNull(),
    keyId: text("key_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    /** The endpoint's id in the reference, e.g. `createContract`; null for an unknown path. */
    endpoint: text("endpoint"),
    /** The contract, claim or product that the call was about. */
    subjectId: text("subject_id"),
    query: text("query").notNull(),
    requestBody: text("request_body"),
    responseBody: text("response_body"),
    status: smallint("status").notNull(),
    errorCode: integer("error_code"),
    durationMicros: integer("duration_micros").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
  },
  (table) => [
    index("calls_by_world").on(table.worldId, table.executionId),
    index("calls_by_subject").on(table.worldId, table.subjectId, table.executionId),
  ],
);
