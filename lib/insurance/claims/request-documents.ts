import { recordAudit } from "#lib/account/audit/record.ts";
import { momentInWorld } from "#lib/account/worlds/clocks.ts";
import type { HandlerContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { documentRequests } from "#lib/insurance/claims/desk/schema.ts";
import type { DocumentRequests } from "#lib/insurance/claims/desk/schema.ts";
import { worldTimeOf } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim, lockClaim } from "#lib/insurance/claims/find.ts";
import { requestDocuments as decide } from "#lib/insurance/claims/rules/actions-handling.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import type { UserErrorKey } from "#lib/platform/errors/user-error.ts";

const refusals: Partial<Record<ErrorName, UserErrorKey>> = {
  ACTIVE_PAYMENT_BLOCKING: "claimPaymentUnderWay",
  INVALID_DOCUMENT_TYPE: "claimDocumentThere",
};

/**
 * Asks for several documents at once, all or none (rules/claims.md#handle-3); throws a UserError if the claim does not allow it any more.
 */
export async function requestDocuments(ctx: HandlerContext, claimId: string, input: DocumentRequests): Promise<void> {
  const { seen, documents, note } = documentRequests.parse(input);
  const reference = { id: claimId, world: "any" } as const;
  const claim = await findClaim(reference);
  if (claim === undefined) throw new NotFound(`there is no claim ${claimId}`, { key: "noClaim" });
  const moment = await momentInWorld(claim.worldId, ctx.now);
  try {
    await transact(async (tx) => {
      const before = await lockClaim(tx, reference);
      if (Date.parse(seen) !== before.updatedAt.getTime()) {
        throw new UserError("the claim has changed since it was read", { key: "claimChanged" });
      }
      const change = decide(
        before,
        documents.map((document) => ({ ...document, note })),
        moment.now,
      );
      await saveClaim(tx, before, change, { executionId: null, ...moment });
      await recordAudit(tx, ctx, {
        action: "claim.documentRequested",
        subjectId: before.id,
        details: { documents, ...worldTimeOf(moment) },
        ...(note !== "" && { reason: note }),
      });
    });
  } catch (error) {
    throw error instanceof ApiError
      ? new UserError(error.message, { key: refusals[error.errorName] ?? "claimChanged", cause: error })
      : error;
  }
}
