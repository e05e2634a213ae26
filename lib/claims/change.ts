import type { z } from "zod";
import { referenceForWrite } from "#lib/claims/find.ts";
import type { cancelClaimBody, updateClaimBody } from "#lib/claims/requests.ts";
import { cancelClaim, submitDraft, updateDraft } from "#lib/claims/rules/moves.ts";
import { changeClaim, nextClaimId } from "#lib/claims/save.ts";
import type { WireCancellation, WireClaim, WireSubmission } from "#lib/claims/schema.ts";
import { serializeClaim, serializeSubmission } from "#lib/claims/serialize.ts";
import type { ApiContext } from "#lib/context.ts";
import { isMissing } from "#lib/contracts/rules/fields.ts";

const defaultReason = "Demande d'abandon initiée par le client";

/** Corrects a draft's description and location (resolutions.md § 7, Update). */
export async function update(ctx: ApiContext, id: string, { description, location }: z.output<typeof updateClaimBody>): Promise<WireClaim> {
  const asked = { ...(description !== undefined && { description }), ...(location && { location: withoutAbsent(location) }) };
  return changeClaim(ctx, referenceForWrite(ctx.world, id), (claim) => updateDraft(claim, asked, ctx.now), { answer: serializeClaim });
}

/** Submits a draft, which gets its `claimId` (resolutions.md § 7, Submit). */
export async function submit(ctx: ApiContext, id: string): Promise<WireSubmission> {
  // A refused submission loses its number; gaps are harmless.
  return changeClaim(ctx, referenceForWrite(ctx.world, id), async (claim, tx) => submitDraft(claim, await nextClaimId(tx), ctx.now), {
    answer: (claim) => serializeSubmission(claim, { autoSubmitted: false }),
  });
}

/** Archives a draft or abandons a submitted claim (resolutions.md § 7, Cancel). */
export async function cancel(ctx: ApiContext, id: string, { reason }: z.output<typeof cancelClaimBody>): Promise<WireCancellation> {
  const stated = isMissing(reason) ? defaultReason : String(reason);
  return changeClaim(ctx, referenceForWrite(ctx.world, id), (claim) => cancelClaim(claim, stated, ctx.now), {
    answer: (claim) => ({ message: `The claim is ${claim.status}.`, data: { id: claim.id, status: claim.status } }),
  });
}

function withoutAbsent<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<{
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  }>;
}
