import { boolean, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/**
 * What happened, written in the transaction of the change it tells of, with the exact bytes that are sent (resolutions.md § 8).
 * Partitioned by day (db/partitions.ts).
 */
export const events = pgTable(
  "events",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id").notNull(),
    eventType: text("event_type").$type<EventType>().notNull(),
    /** The contract or claim that the event is about. */
    subjectId: text("subject_id").notNull(),
    /** The call that caused it; null for what a job or support did. */
    executionId: text("execution_id"),
    payload: text("payload").notNull(),
    /** True where nothing happened: somebody tries out a webhook. */
    test: boolean("test").notNull().default(false),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("events_by_world").on(table.worldId, table.id),
    index("events_by_type").on(table.worldId, table.eventType, table.id),
    index("events_by_subject").on(table.worldId, table.subjectId, table.id),
    index("events_by_execution").on(table.executionId),
  ],
);
