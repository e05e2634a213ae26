import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { claims } from "#db/schema/claims.ts";
import { instant } from "#db/schema/columns.ts";
import { worlds } from "#db/schema/partners.ts";
import type { ScenarioName, ScenarioStatus, ScenarioStep } from "#lib/developer/sandbox/schema.ts";

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
    name: text("name").$type<ScenarioName>().notNull(),
    steps: jsonb("steps").$type<ScenarioStep[]>().notNull(),
    /** How many steps were made. */
    made: smallint("made").notNull().default(0),
    status: text("status").$type<ScenarioStatus>().notNull(),
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
