import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { sandboxScenarios } from "#db/schema/sandbox.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { momentInWorld } from "#lib/account/worlds/clocks.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { actionOfStep, planScenario } from "#lib/developer/sandbox/rules/scenario.ts";
import { assertSandbox } from "#lib/developer/sandbox/sandbox.ts";
import { playedAction } from "#lib/developer/sandbox/schema.ts";
import type { PlayActionBody, ScenarioName, WireScenario } from "#lib/developer/sandbox/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { ActionName, ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { auditedOf, carryOut } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim, lockClaim } from "#lib/insurance/claims/find.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimAccount } from "#lib/insurance/claims/rules/account.ts";
import { allowedActions, requestableDocuments } from "#lib/insurance/claims/rules/actions.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import type { BatchOptions } from "#lib/platform/jobs/process-batches.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { describeError, describeIssue, firstError } from "#lib/platform/wire/wire.ts";

type Scenario = typeof sandboxScenarios.$inferSelect;

const betweenStepsMs = 1_000;

/** A run waits for steps due within this time, so that a cron of minutes keeps the pace of seconds. */
const waitsForMs = 1_500;

const runMs = 50_000;

const maxAtOnce = 50;

/** How long a step waits that failed unexpectedly, so that the others are played. */
const restMs = 60_000;

/** When the next step is due. */
export const nextStep: Fragment = pool`select min(due_at) from sandbox_scenarios where due_at is not null`;

/** Another instance made the step. */
class StepAlreadyMade extends Error {}

const isAsRead = ({ id, made: played }: Scenario) =>
  sql`${sandboxScenarios.id} = ${id} and ${sandboxScenarios.made} = ${played} and ${sandboxScenarios.status} = 'running'`;

/** Applies an action of the insurer to a development claim, by the rules of the claims desk (rules/sandbox.md#insurer-1). */
export function playClaimAction(ctx: ApiContext, claimId: string, move: ClaimAction): Promise<WireClaim> {
  assertSandbox(ctx);
  return transact(async (tx) => {
    const { before, change } = await carryOut(tx, { id: claimId, world: ctx.world }, () => move, { ...ctx, handlerId: null });
    // Only a person's action is audited; the call log has those of systems.
    if (ctx.actor.type === "user") {
      const { details, ...audited } = auditedOf(move);
      const played = { move: move.move, executionId: ctx.executionId, ...details };
      await recordAudit(tx, ctx, { action: "sandbox.insurerPlayed", subjectId: before.id, ...audited, details: played });
    }
    return serializeClaim(change.claim);
  }, ctx);
}

/** The same by the API: the action is in the path, and its amount in euros. */
export function playActionOfPath(ctx: ApiContext, claimId: string, move: ActionName, body: PlayActionBody): Promise<WireClaim> {
  assertSandbox(ctx);
  const parsed = playedAction.safeParse({ ...body, move }, { error: describeIssue });
  if (!parsed.success) {
    const { field } = firstError(parsed.error);
    throw new ApiError("CLAIM_VALIDATION_ERROR", describeError(parsed.error, "body"), { field: field === "" ? undefined : field });
  }
  return playClaimAction(ctx, claimId, parsed.data);
}

/** Plans a scenario for a claim, with a second between its actions; `playScenarios` plays it. */
export function startScenario(ctx: ApiContext, claimId: string, name: ScenarioName): Promise<WireScenario> {
  assertSandbox(ctx);
  return transact(async (tx) => {
    const claim = await lockClaim(tx, { id: claimId, world: ctx.world });
    const started: typeof sandboxScenarios.$inferInsert = {
      id: newId("scn"),
      worldId: ctx.world.id,
      claimId: claim.id,
      name,
      steps: planScenario(name, claim),
      status: "running",
      dueAt: ctx.realTime,
      createdAt: ctx.realTime,
    };
    const [row] = await tx.insert(sandboxScenarios).values(started).onConflictDoNothing().returning();
    if (row === undefined) throw new ApiError("CLAIM_STATUS_LOCKED", "a scenario of this claim is running: wait until it is over");
    if (ctx.actor.type === "user") {
      await recordAudit(tx, ctx, { action: "sandbox.scenarioStarted", subjectId: claim.id, details: { scenario: name } });
    }
    return serializeScenario(row);
  }, ctx);
}

export async function listScenarios(ctx: ApiContext, claimId: string): Promise<WireScenario[]> {
  assertSandbox(ctx);
  const claim = await findClaim({ id: claimId, world: ctx.world });
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  const rows = await db
    .select()
    .from(sandboxScenarios)
    .where(sql`${sandboxScenarios.claimId} = ${claim.id}`)
    .orderBy(sql`${sandboxScenarios.id} desc`)
    .limit(maxListed);
  return rows.map(serializeScenario);
}

const maxListed = 20;

function serializeScenario({ id, claimId, name, status, steps, made, stoppedBy }: typeof sandboxScenarios.$inferSelect): WireScenario {
  return { id, claimId, name, status, steps, made, stoppedBy };
}

export interface Insurer extends Pick<Claim, "id" | "updatedAt" | "status" | "settlements"> {
  documents: { id: string; type: string }[];
  account: ClaimAccount;
  moves: AllowedAction[];
  requestable: string[];
  scenarios: WireScenario[];
}

/** Reads the actions that can be played on a claim of this development world; throws CLAIM_NOT_FOUND. */
export async function readInsurer(ctx: PartnerContext, id: string): Promise<Insurer> {
  assertSandbox(ctx);
  const claim = await findClaim({ id, world: ctx.world });
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  const { updatedAt, status, settlements, documents } = claim;
  return {
    id: claim.id,
    updatedAt,
    status,
    settlements,
    documents: documents.map((document) => ({ id: document.id, type: document.type })),
    account: accountOf(settlements),
    moves: allowedActions(claim),
    requestable: requestableDocuments(claim),
    scenarios: await listScenarios(ctx, claim.id),
  };
}

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
