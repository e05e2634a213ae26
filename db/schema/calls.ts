import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { storedSources } from "#db/schema/enums.ts";

/** The same expression as in the lists' conditions: the order of an index does not continue after a null. */
const endpointOf = ({ endpoint }: { endpoint: AnyPgColumn }) => sql`coalesce(${endpoint}, 'unknown')`;

/** The columns of the chart (lib/developer/calls/list.ts). */
const countedBy = (table: Record<"status" | "source" | "keyId" | "method" | "endpoint" | "errorCode", AnyPgColumn>) =>
  [table.status, table.source, table.keyId, table.method, table.endpoint, table.errorCode] as const;

/** Requests of known keys (rules/call-log.md#record-1); of refused keys within their limit. Partitioned by week (db/partitions.ts). */
export const calls = pgTable(
  "calls",
  {
    executionId: text("execution_id").notNull(),
    at: instant("at").notNull(),
    worldId: integer("world_id").notNull(),
    keyId: text("key_id").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    /** The endpoint's id, such as `createContract`; null for an unknown path. */
    endpoint: text("endpoint"),
    preview: boolean("preview").notNull(),
    status: smallint("status").notNull(),
    errorCode: integer("error_code"),
    /** The contract, claim or product. */
    subjectId: text("subject_id"),
    query: text("query").notNull(),
    requestBody: text("request_body"),
    responseBody: text("response_body"),
    /** A line each, without secrets (lib/developer/calls/rules/headers.ts); null in old rows. */
    requestHeaders: text("request_headers"),
    responseHeaders: text("response_headers"),
    durationMicros: integer("duration_micros").notNull(),
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** The call under the same `Idempotency-Key` whose answer was repeated (rules/idempotency.md#keys-8). */
    replayOf: text("replay_of"),
    /** The caller other than the partner's own system; null for that system. */
    source: text("source", { enum: storedSources }),
  },
  (table) => [
    // Support looks into each world.
    primaryKey({ columns: [table.worldId, table.executionId] }),
    // Serve the portal's list and its selective filters.
    index("calls_by_time").on(table.worldId, table.at, table.executionId),
    index("calls_by_endpoint").on(table.worldId, endpointOf(table), table.at, table.executionId),
    index("calls_by_key").on(table.worldId, table.keyId, table.at, table.executionId),
    index("calls_by_subject")
      .on(table.worldId, table.subjectId, table.at, table.executionId)
      .where(sql`${table.subjectId} is not null`),
    // Only errors are indexed, since they are few.
    index("calls_by_error")
      .on(table.worldId, table.errorCode, table.at, table.executionId)
      .where(sql`${table.errorCode} is not null`),
    index("calls_by_error_status")
      .on(table.worldId, table.status, table.at, table.executionId)
      .where(sql`${table.status} >= 400`),
    // One index for each class, since Postgres estimates `status` and not `status / 100`. What a chart counts by stands at the end: the rows
    // of old errors lie scattered, and need not be read.
    index("calls_refused")
      .on(table.worldId, table.at, table.executionId, ...countedBy(table))
      .where(sql`${table.status} between 400 and 499`),
    index("calls_failed")
      .on(table.worldId, table.at, table.executionId, ...countedBy(table))
      .where(sql`${table.status} >= 500`),
    index("calls_refused_by_endpoint")
      .on(table.worldId, endpointOf(table), table.at, table.executionId)
      .where(sql`${table.status} between 400 and 499`),
    index("calls_failed_by_endpoint")
      .on(table.worldId, endpointOf(table), table.at, table.executionId)
      .where(sql`${table.status} >= 500`),
    index("calls_by_endpoint_and_error")
      .on(table.worldId, endpointOf(table), table.errorCode, table.at, table.executionId)
      .where(sql`${table.errorCode} is not null`),
    // Serves the milestone "preview".
    index("calls_previewed")
      .on(table.worldId)
      .where(sql`${table.preview} and ${table.status} < 300`),
    // Few calls are the portal's.
    index("calls_by_source")
      .on(table.worldId, table.source, table.at, table.executionId)
      .where(sql`${table.source} is not null`),
    index("calls_by_replay")
      .on(table.worldId, table.replayOf, table.executionId)
      .where(sql`${table.replayOf} is not null`),
  ],
);

/** Calls of the partner's own system by hour, duration and key, for charts; written shortly after (lib/developer/calls/count-hours.ts) and kept longer. */
export const callHours = pgTable(
  "call_hours",
  {
    worldId: integer("world_id").notNull(),
    hour: instant("hour").notNull(),
    /** round(8 · log2(microseconds)) (lib/platform/traffic/ranges.ts). */
    durationClass: smallint("duration_class").notNull(),
    /** Empty in old counts. */
    keyId: text("key_id").notNull().default(""),
    calls: bigint("calls", { mode: "number" }).notNull(),
    /** Answers with 400 or more. */
    errors: bigint("errors", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ name: "call_hours_pk", columns: [table.worldId, table.hour, table.durationClass, table.keyId] })],
);

/** Refused calls of the partner's own system by hour, endpoint and code. Apart from `call_hours`, whose charts would add up each combination. */
export const errorHours = pgTable(
  "error_hours",
  {
    worldId: integer("world_id").notNull(),
    hour: instant("hour").notNull(),
    /** Empty for unknown paths. */
    endpoint: text("endpoint").notNull(),
    errorCode: integer("error_code").notNull(),
    calls: bigint("calls", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.worldId, table.hour, table.endpoint, table.errorCode] })],
);
