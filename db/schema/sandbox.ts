import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { claims } from "#db/schema/claims.ts";
import { instant } from "#db/schema/columns.ts";
import { scenarioNames, scenarioStatuses } from "#db/schema/enums.ts";
import type { scenarioSteps } from "#db/schema/enums.ts";
import { worlds } from "#db/schema/partners.ts";

/** The worlds that the demo fills with a year of activity, and how far it has come. Empty outside of the demo. */
export const demoFills = pgTable(
  "demo_fills",
  {
    worldId: integer("world_id")
      .primaryKey()
      .references(() => worlds.id),
    /** The year ends at this moment; an interrupted filling keeps it. */
    startedAt: instant("started_at").notNull(),
    /** The steps of the plan that are done. */
    steps: integer("steps").notNull().default(0),
    contracts: integer("contracts").notNull().default(0),
    /** How many contracts the plan creates. */
    planned: integer("planned").notNull().default(0),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("demo_fills_open")
      .on(table.worldId)
      .where(sql`${table.finishedAt} is null`),
  ],
);

/** Scenarios that the sandbox plays on claims (rules/sandbox.md#insurer-2). */
export const sandboxScenarios = pgTable(
  "sandbox_scenarios",
  {
    id: text("id").primaryKey(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    claimId: text("claim_id")
      .notNull()
      .references(() => claims.id),
    name: text("name", { enum: scenarioNames }).notNull(),
    steps: jsonb("steps").$type<(typeof scenarioSteps)[number][]>().notNull(),
    /** How many steps were made. */
    made: smallint("made").notNull().default(0),
    status: text("status", { enum: scenarioStatuses }).notNull(),
    /** The reason. */
    stoppedBy: text("stopped_by"),
    /** Real time; null once it is over. */
    dueAt: instant("due_at"),
    /** Real time. */
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("sandbox_scenarios_by_claim").on(table.claimId, table.id),
    index("sandbox_scenarios_due")
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    // One running scenario per claim.
    uniqueIndex("sandbox_scenarios_running")
      .on(table.claimId)
      .where(sql`${table.status} = 'running'`),
    check("sandbox_scenarios_status", sql`${table.status} in ('running', 'done', 'stopped')`),
    check("sandbox_scenarios_due_at", sql`(${table.status} = 'running') = (${table.dueAt} is not null)`),
  ],
);
