import type { z } from "zod";
import type { Claim } from "#lib/claims/claim.ts";
import type { ClaimReference } from "#lib/claims/find.ts";
import { isClaimId } from "#lib/claims/find.ts";
import type { cancelClaimBody, updateClaimBody } from "#lib/claims/requests.ts";
import { cancelClaim, submitDraft, updateDraft } from "#lib/claims/rules/partner-moves.ts";
import { changeClaim, nextClaimId } from "#lib/claims/save.ts";
import type { WireCancellation, WireClaim, WireSubmission } from "#lib/claims/schema.ts";
import { serializeClaim, serializeSubmission } from "#lib/claims/serialize.ts";
import type { ApiContext } from "#lib/context.ts";
import { isMissing } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";

/** Of a cancellation that says none (resolutions.md § 7, Cancel). */
const defaultReason = "Demande d'abandon initiée par le client";

/** Corrects a draft's description and location (resolutions.md § 7, Update). */
export async function update(ctx: ApiContext, id: string, { description, location }: z.output<typeof updateClaimBody>): Promise<WireClaim> {
  const asked = { ...(description !== undefined && { description }), ...(location && { location: withoutAbsent(location) }) };
  return serializeClaim(await changeClaim(ctx, draftOf(ctx, id), (claim) => updateDraft(claim, asked, ctx.now)));
}

/** Submits a draft, which gets its `claimId` (resolutions.md § 7, Submit). */
export async function submit(ctx: ApiContext, id: string): Promise<WireSubmission> {
  // A number that a refusal leaves unused is lost, which does no harm.
  const submitted = await changeClaim(ctx, draftOf(ctx, id), async (claim, tx) => submitDraft(claim, await nextClaimId(tx), ctx.now));
  return serializeSubmission(submitted, { autoSubmitted: false });
}

/** Archives a draft or abandons a submitted claim (resolutions.md § 7, Cancel). */
export async function cancel(ctx: ApiContext, id: string, { reason }: z.output<typeof cancelClaimBody>): Promise<WireCancellation> {
  const stated = isMissing(reason) ? defaultReason : String(reason);
  const cancelled: Claim = await changeClaim(ctx, draftOf(ctx, id), (claim) => cancelClaim(claim, stated, ctx.now));
  return { message: `The claim is ${cancelled.status}.`, data: { id: cancelled.id, status: cancelled.status } };
}

/** A claim that is to be written to: by its `id` alone, as a `claimId` is accepted for reads only (partner-api.md § Claims, Rules). */
function draftOf({ world }: ApiContext, id: string): ClaimReference {
  if (isClaimId(id)) throw new ApiError("CLAIM_NOT_FOUND", "no claim has this id; a claimId is accepted for reads only");
  return { id, world };
}

function withoutAbsent<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<{
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  }>;
}
