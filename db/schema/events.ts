import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

/**
 * Written in the transaction of the change, with the exact bytes to send (rules/events.md#emit-1). Partitioned by week (db/partitions.ts).
 */
export const events = pgTable(
  "events",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id").notNull(),
    eventType: text("event_type").$type<EventType>().notNull(),
    /** The contract or claim. */
    subjectId: text("subject_id").notNull(),
    /** The call, or the link by which the insured did it; null for jobs and support. */
    executionId: text("execution_id"),
    payload: text("payload").notNull(),
    /** True for a test of a webhook. */
    test: boolean("test").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    /** The span of the change, ours or its caller's, under which deliveries are traced; null if nobody traces. */
    traceparent: text("traceparent"),
  },
  (table) => [
    index("events_by_world").on(table.worldId, table.id),
    index("events_by_type").on(table.worldId, table.eventType, table.id),
    index("events_by_subject").on(table.worldId, table.subjectId, table.id),
    index("events_by_execution").on(table.executionId),
  ],
);
