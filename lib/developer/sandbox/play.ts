import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { sandboxScenarios } from "#db/schema/sandbox.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { planScenario } from "#lib/developer/sandbox/rules/scenario.ts";
import { assertSandbox } from "#lib/developer/sandbox/sandbox.ts";
import { playedAction } from "#lib/developer/sandbox/schema.ts";
import type { PlayActionBody, ScenarioName, WireScenario } from "#lib/developer/sandbox/schema.ts";
import { findClaim, lockClaim } from "#lib/insurance/claims/find.ts";
import type { ClaimAction, ActionName } from "#lib/insurance/claims/schema-desk.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import { auditedOf, carryOut } from "#lib/insurance/claims/take-action.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { describeError, describeIssue, firstError } from "#lib/platform/wire/wire.ts";

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
