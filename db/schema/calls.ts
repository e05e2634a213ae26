import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/** As lists look for it: null is no place in an index from which the order of its next column would follow. */
const endpointOf = ({ endpoint }: { endpoint: AnyPgColumn }) => sql`coalesce(${endpoint}, 'unknown')`;

/**
 * Every `/v2` request of a known key (resolutions.md § 10); of one that is refused, those within its limit.
 * Partitioned by day: an execution id begins with its time, so its range is the partition's (db/partitions.ts).
 */
export const calls = pgTable(
  "calls",
  {
    executionId: text("execution_id").notNull(),
    at: instant("at").notNull(),
    worldId: integer("world_id").notNull(),
    keyId: text("key_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    /** The endpoint's id in the reference, e.g. `createContract`; null for an unknown path. */
    endpoint: text("endpoint"),
    /** Asked what it would do, not to do it. */
    preview: boolean("preview").notNull(),
    status: smallint("status").notNull(),
    errorCode: integer("error_code"),
    /** The contract, claim or product that the call was about. */
    subjectId: text("subject_id"),
    query: text("query").notNull(),
    requestBody: text("request_body"),
    responseBody: text("response_body"),
    durationMicros: integer("duration_micros").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** The call whose answer this one was given again, as both had one `Idempotency-Key` (resolutions.md § 12). */
    replayOf: text("replay_of"),
  },
  (table) => [
    // Support, who has no world, looks into each.
    primaryKey({ columns: [table.worldId, table.executionId] }),
    // The portal's list, whole and by each filter that may leave few of many calls.
    index("calls_by_time").on(table.worldId, table.at, table.executionId),
    index("calls_by_endpoint").on(table.worldId, endpointOf(table), table.at, table.executionId),
    index("calls_by_key").on(table.worldId, table.keyId, table.at, table.executionId),
    index("calls_by_subject")
      .on(table.worldId, table.subjectId, table.at, table.executionId)
      .where(sql`${table.subjectId} is not null`),
    // Errors are few: the others are found on the way through the whole list.
    index("calls_by_error")
      .on(table.worldId, table.errorCode, table.at, table.executionId)
      .where(sql`${table.errorCode} is not null`),
    index("calls_by_error_status")
      .on(table.worldId, table.status, table.at, table.executionId)
      .where(sql`${table.status} >= 400`),
    index("calls_by_error_class")
      .on(table.worldId, sql`(${table.status} / 100)`, table.at, table.executionId)
      .where(sql`${table.status} >= 400`),
    index("calls_by_endpoint_and_error_class")
      .on(table.worldId, endpointOf(table), sql`(${table.status} / 100)`, table.at, table.executionId)
      .where(sql`${table.status} >= 400`),
    index("calls_by_endpoint_and_error")
      .on(table.worldId, endpointOf(table), table.errorCode, table.at, table.executionId)
      .where(sql`${table.errorCode} is not null`),
    // Whether a world has ever asked what something would do.
    index("calls_previewed")
      .on(table.worldId)
      .where(sql`${table.preview} and ${table.status} < 300`),
    index("calls_by_replay")
      .on(table.worldId, table.replayOf, table.executionId)
      .where(sql`${table.replayOf} is not null`),
  ],
);

/**
 * Calls counted by hour, duration and key, and those that were refused by endpoint and error code, for charts: written a moment after
 * them (lib/calls/count-hours.ts), and kept longer.
 */
export const callHours = pgTable(
  "call_hours",
  {
    worldId: integer("world_id").notNull(),
    hour: instant("hour").notNull(),
    /** The duration's class, eight to a doubling: round(8 · log2(microseconds)) (lib/calls/rules/duration-class.ts). */
    durationClass: smallint("duration_class").notNull(),
    /** Empty for what was counted before keys were told apart. */
    keyId: text("key_id").notNull().default(""),
    /** Of refused calls, else empty; empty for unknown paths, and for what was counted before errors were told apart. */
    endpoint: text("endpoint").notNull().default(""),
    /** Of refused calls, else 0. */
    errorCode: integer("error_code").notNull().default(0),
    calls: bigint("calls", { mode: "number" }).notNull(),
    /** Those of them that answered 400 or more. */
    errors: bigint("errors", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      name: "call_hours_pk",
      columns: [table.worldId, table.hour, table.durationClass, table.keyId, table.endpoint, table.errorCode],
    }),
  ],
);
