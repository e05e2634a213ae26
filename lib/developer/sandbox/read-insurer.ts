import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { listScenarios } from "#lib/developer/sandbox/play.ts";
import { assertSandbox } from "#lib/developer/sandbox/sandbox.ts";
import type { WireScenario } from "#lib/developer/sandbox/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimAccount } from "#lib/insurance/claims/rules/account.ts";
import { allowedActions, requestableDocuments } from "#lib/insurance/claims/rules/actions.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

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
