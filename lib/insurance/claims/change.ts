import type { z } from "zod";
import type { ApiContext, TransactionContext, WorldContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { lockClaim, referenceForWrite } from "#lib/insurance/claims/find.ts";
import type { cancelClaimBody, updateClaimBody } from "#lib/insurance/claims/requests.ts";
import { cancelClaim, submitDraft, updateDraft } from "#lib/insurance/claims/rules/actions.ts";
import { nextClaimId, saveClaim } from "#lib/insurance/claims/save.ts";
import type { WireCancellation, WireClaim, WireSubmission } from "#lib/insurance/claims/schema.ts";
import { serializeClaim, serializeSubmission } from "#lib/insurance/claims/serialize.ts";
import { isMissing } from "#lib/platform/wire/fields.ts";

const defaultReason = "Demande d'abandon initiée par le client";

/** Corrects a draft's description and location (rules/claims.md#change-1). */
export function update(ctx: ApiContext, id: string, { description, location }: z.output<typeof updateClaimBody>): Promise<WireClaim> {
  const changes = { ...(description !== undefined && { description }), ...(location && { location: withoutAbsent(location) }) };
  return transact(async (tx) => {
    const before = await lockClaim(tx, referenceForWrite(ctx.world, id));
    const change = updateDraft(before, changes, ctx.now);
    await saveClaim(tx, before, change, ctx);
    return serializeClaim(change.claim);
  }, ctx);
}

/** Submits a draft, which gets its `claimId` (rules/claims.md#submit-1, #submit-2). */
export function submit(ctx: WorldContext & TransactionContext, id: string): Promise<WireSubmission> {
  return transact(async (tx) => {
    const before = await lockClaim(tx, referenceForWrite(ctx.world, id));
    // A refused submission loses its number; gaps are harmless.
    const change = submitDraft(before, await nextClaimId(tx), ctx.now);
    await saveClaim(tx, before, change, ctx);
    return serializeSubmission(change.claim, { autoSubmitted: false });
  }, ctx);
}

/** Archives a draft or abandons a submitted claim (rules/claims.md#cancel-1, #cancel-2). */
export function cancel(ctx: ApiContext, id: string, { reason }: z.output<typeof cancelClaimBody>): Promise<WireCancellation> {
  return transact(async (tx) => {
    const before = await lockClaim(tx, referenceForWrite(ctx.world, id));
    const change = cancelClaim(before, isMissing(reason) ? defaultReason : String(reason), ctx.now);
    await saveClaim(tx, before, change, ctx);
    const { status } = change.claim;
    return { message: `The claim is ${status}.`, data: { id: before.id, status } };
  }, ctx);
}

function withoutAbsent<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<{
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  }>;
}
