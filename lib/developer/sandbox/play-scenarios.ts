import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { sandboxScenarios } from "#db/schema/sandbox.ts";
import { momentInWorld } from "#lib/account/worlds/clocks.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { actionOfStep } from "#lib/developer/sandbox/rules/scenario.ts";
import { carryOut } from "#lib/insurance/claims/take-action.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { BatchOptions } from "#lib/platform/jobs/process-batches.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

type Scenario = typeof sandboxScenarios.$inferSelect;

const betweenStepsMs = 1_000;
/** A run waits for steps due within this time, so that a cron of minutes keeps the pace of seconds. */
const waitsForMs = 1_500;
const runMs = 50_000;
const maxAtOnce = 50;
/** How long a step waits that failed unexpectedly, so that the others are played. */
const restMs = 60_000;

/** Plays scenarios until none is running, for up to 50 seconds. The job of the sandbox. */
export async function playScenarios(_now: Date, { signal }: BatchOptions = {}): Promise<void> {
  const ends = currentTime().getTime() + runMs;
  while (signal?.aborted !== true && currentTime().getTime() < ends) {
    await playDueSteps(currentTime());
    const [next] = await db.execute<{ dueAt: Date | null }>(
      sql`select min(due_at) as "dueAt" from ${sandboxScenarios} where due_at is not null`,
    );
    if (next === undefined || next.dueAt === null) return;
    const waitMs = next.dueAt.getTime() - currentTime().getTime();
    if (waitMs > waitsForMs) return;
    await pause(Math.max(waitMs, 1), undefined, { signal }).catch(() => undefined);
  }
}

/** When the next step is due. */
export const nextStep: Fragment = pool`select min(due_at) from sandbox_scenarios where due_at is not null`;

/** Makes each due step once, also with several instances; returns how many scenarios had one. */
export async function playDueSteps(now: Date): Promise<number> {
  const due = await db
    .select()
    .from(sandboxScenarios)
    .where(sql`${sandboxScenarios.dueAt} <= ${now}`)
    .orderBy(sandboxScenarios.dueAt)
    .limit(maxAtOnce);
  for (const scenario of due) await playStep(scenario, now);
  return due.length;
}

/** Another instance made the step. */
class StepAlreadyMade extends Error {}

async function playStep(scenario: Scenario, realTime: Date): Promise<void> {
  const step = scenario.steps[scenario.made];
  if (step === undefined) return;
  const moment = await momentInWorld(scenario.worldId, realTime);
  try {
    // One transaction for the action and its count, so that no step is repeated or lost.
    await transact(async (tx) => {
      const reference = { id: scenario.claimId, world: { id: scenario.worldId } };
      await carryOut(tx, reference, (claim) => actionOfStep(step, claim), { executionId: scenario.id, ...moment, handlerId: null });
      await countStep(tx, scenario, realTime);
    });
  } catch (error) {
    if (error instanceof StepAlreadyMade) return;
    if (!(error instanceof ApiError)) {
      log.error({ scenario: scenario.id, error }, "a step of a scenario failed; it is tried again in a minute");
      await db
        .update(sandboxScenarios)
        .set({ dueAt: new Date(realTime.getTime() + restMs) })
        .where(isAsRead(scenario));
      return;
    }
    await db.update(sandboxScenarios).set({ status: "stopped", stoppedBy: error.message, dueAt: null }).where(isAsRead(scenario));
  }
}

async function countStep(tx: Transaction, scenario: Scenario, realTime: Date): Promise<void> {
  const played = scenario.made + 1;
  const isOver = played === scenario.steps.length;
  const dueAt = isOver ? null : new Date(realTime.getTime() + betweenStepsMs);
  const counted = await tx
    .update(sandboxScenarios)
    .set({ made: played, status: isOver ? "done" : "running", dueAt })
    .where(isAsRead(scenario))
    .returning({ id: sandboxScenarios.id });
  if (counted.length === 0) throw new StepAlreadyMade();
}

const isAsRead = ({ id, made: played }: Scenario) =>
  sql`${sandboxScenarios.id} = ${id} and ${sandboxScenarios.made} = ${played} and ${sandboxScenarios.status} = 'running'`;
