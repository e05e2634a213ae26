import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/**
 * What a call was and how it was answered, once for each that occurs in a world: some hundred rows at most. A list takes the
 * kinds that its filter matches and walks each by one index, so that no combination of filters reads past what it shows.
 */
export const callKinds = pgTable(
  "call_kinds",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    worldId: integer("world_id").notNull(),
    method: text("method").notNull(),
    /** The endpoint's id in the reference, e.g. `createContract`; null for an unknown path. */
    endpoint: text("endpoint"),
    /** Asked what it would do, not to do it. */
    preview: boolean("preview").notNull(),
    status: smallint("status").notNull(),
    errorCode: integer("error_code"),
  },
  (table) => [
    unique("call_kinds_each_once")
      .on(table.worldId, table.method, table.endpoint, table.preview, table.status, table.errorCode)
      .nullsNotDistinct(),
  ],
);

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
    /** Of `call_kinds`. */
    kindId: integer("kind_id").notNull(),
    keyId: text("key_id").notNull(),
    path: text("path").notNull(),
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
    // In this order it leads to the newest calls of a world, too; support, who has no world, looks into each.
    primaryKey({ columns: [table.worldId, table.executionId] }),
    index("calls_by_kind").on(table.kindId, table.executionId),
    index("calls_by_subject").on(table.worldId, table.subjectId, table.kindId, table.executionId),
    index("calls_by_replay")
      .on(table.worldId, table.replayOf, table.executionId)
      .where(sql`${table.replayOf} is not null`),
  ],
);

/** Calls counted by hour, duration and key, for charts and for what a key is used for: written a moment after them (lib/calls/count-hours.ts), and kept longer. */
export const callHours = pgTable(
  "call_hours",
  {
    worldId: integer("world_id").notNull(),
    hour: instant("hour").notNull(),
    /** The duration's class, eight to a doubling: round(8 · log2(microseconds)) (lib/calls/rules/duration-class.ts). */
    durationClass: smallint("duration_class").notNull(),
    /** Empty for what was counted before keys were told apart. */
    keyId: text("key_id").notNull().default(""),
    calls: bigint("calls", { mode: "number" }).notNull(),
    /** Those of them that answered 400 or more. */
    errors: bigint("errors", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.hour, table.durationClass, table.keyId] })],
);
