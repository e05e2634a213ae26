import { recordAudit } from "#lib/audit/record.ts";
import type { Claim } from "#lib/claims/claim.ts";
import { findClaim, lockClaim } from "#lib/claims/find.ts";
import { assertMayDecideOn, writeProposalMail } from "#lib/claims/proposals.ts";
import type { ClaimChange } from "#lib/claims/rules/change.ts";
import { applyMove } from "#lib/claims/rules/moves.ts";
import type { MoveContext } from "#lib/claims/rules/moves.ts";
import { NotTheProposer, SecondHandlerMissing } from "#lib/claims/rules/payments.ts";
import { saveClaim } from "#lib/claims/save.ts";
import { claimMove } from "#lib/claims/schema-desk.ts";
import type { ClaimMove, MoveName } from "#lib/claims/schema-desk.ts";
import type { ClaimStatus } from "#lib/claims/schema.ts";
import type { HandlerContext, StaffContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { ApiError } from "#lib/errors/catalogue.ts";
import { Refusal } from "#lib/errors/refusal.ts";
import type { RefusalKey } from "#lib/errors/refusal.ts";
import { transact } from "#lib/events/transact.ts";
import { newId } from "#lib/ids.ts";
import { sendMail } from "#lib/mail.ts";
import { eurosFromCents } from "#lib/money.ts";
import { momentInWorld } from "#lib/partners/clocks.ts";
import type { Moment } from "#lib/time/clock.ts";
import { assertRecentlyAuthenticated } from "#lib/users/guards.ts";

/** What a move is called in the audit log. */
export const auditActions = {
  takeOver: "claim.takenOver",
  requestDocument: "claim.documentRequested",
  acceptDocument: "claim.documentAccepted",
  refuseDocument: "claim.documentRefused",
  recheckDocument: "claim.documentRechecked",
  approveRefund: "claim.refundApproved",
  approveProposal: "claim.proposalApproved",
  declineProposal: "claim.proposalDeclined",
  withdrawProposal: "claim.proposalWithdrawn",
  executePayment: "claim.paymentExecuted",
  returnPayment: "claim.paymentReturned",
  chargeClaim: "claim.charged",
  cancelSettlement: "claim.settlementCancelled",
  rejectClaim: "claim.rejected",
  reopenClaim: "claim.reopened",
  noteClaim: "claim.noted",
} as const satisfies Record<MoveName, string>;

/** Applies a handler's action (resolutions.md § 7); throws CLAIM_NOT_FOUND, or a Refusal with the status where somebody else was first. */
export async function makeMove(ctx: HandlerContext, claimId: string, input: ClaimMove): Promise<Claim> {
  const move = claimMove.parse(input);
  const reference = { id: claimId, world: "any" } as const;
  const found = await findClaim(reference);
  if (found === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  assertMayPay(ctx, found, move);
  const moment = await momentInWorld(found.worldId, ctx.now);
  try {
    const { claim, mail } = await transact(async (tx) => {
      const before = await lockClaim(tx, reference);
      const handlerId = ctx.actor.userId ?? null;
      const change = decideMove(before, move, { now: moment.now, handlerId, fourEyesAboveCents: env.FOUR_EYES_ABOVE });
      await assertMayDecideOn(tx, ctx, before, move);
      await saveClaim(tx, before, change, { executionId: null, ...moment });
      const isProposed = move.move === "approveRefund" && change.events.length === 0;
      const action = isProposed ? "claim.refundProposed" : auditActions[move.move];
      const takenFrom = move.move === "takeOver" && before.handlerId !== change.claim.handlerId ? { from: before.handlerId } : {};
      const { details, ...why } = auditedOf(move);
      await recordAudit(tx, ctx, { action, subjectId: before.id, details: { ...details, ...takenFrom, ...worldTimeOf(moment) }, ...why });
      return { claim: change.claim, mail: await writeProposalMail(tx, ctx, before, change.claim) };
    });
    if (mail !== undefined) void sendMail(mail);
    return claim;
  } catch (error) {
    throw error instanceof MoveRefused ? asRefusal(move, error) : error;
  }
}

/** What of a move is kept: what it was about, and its reason or the text of its note, which a later note overwrites on the claim. */
export function auditedOf(move: ClaimMove): { details: Record<string, unknown>; reason?: string } {
  const none = { reason: undefined, seen: undefined, seenHandler: undefined, note: undefined };
  const { move: _name, reason, seen: _seen, seenHandler: _handler, note, ...details } = { ...none, ...move };
  const text = reason ?? note;
  return { details, ...(text !== undefined && text !== "" && { reason: text }) };
}

/** When a move happened by the clock of its world, for the claim's history; nothing where that is the time of the audit log. */
export function worldTimeOf({ now, realTime }: Moment): { happenedAt?: string } {
  return now.getTime() === realTime.getTime() ? {} : { happenedAt: now.toISOString() };
}

/** Money needs a recent proof of identity, which says how much. */
function assertMayPay(ctx: StaffContext, { id, claimId, settlements }: Claim, move: ClaimMove): void {
  if (move.move !== "approveRefund" && move.move !== "approveProposal" && move.move !== "executePayment") return;
  const cents = move.move === "approveRefund" ? move.amountCents : settlements.find((one) => one.id === move.settlementId)?.amountCents;
  assertRecentlyAuthenticated(ctx, move.move === "executePayment" ? "executePayment" : "approveRefund", {
    amount: eurosFromCents(cents ?? 0),
    claim: claimId ?? id,
  });
}

/** Applies an action of the insurer to a locked claim, without checking the actor. Throws MoveRefused. */
export function decideMove(claim: Claim, move: ClaimMove, context: Omit<MoveContext, "ids">): ClaimChange {
  const isChanged = "seen" in move && move.seen !== undefined && Date.parse(move.seen) !== claim.updatedAt.getTime();
  // An assignment leaves `updatedAt` as it is, since partners do not see it.
  const isAssigned = move.move === "takeOver" && move.seenHandler !== undefined && move.seenHandler !== claim.handlerId;
  if (isChanged || isAssigned) {
    throw new MoveRefused(claim, new ApiError("CLAIM_STATUS_LOCKED", "the claim has changed since it was read"), true);
  }
  try {
    return applyMove(claim, move, { ...context, ids: { settlement: newId("stl"), refund: newId("stl") } });
  } catch (error) {
    throw error instanceof ApiError ? new MoveRefused(claim, error, false) : error;
  }
}

export class MoveRefused extends ApiError {
  readonly status: ClaimStatus;
  /** True while a refund waits for a second handler. */
  readonly hasProposal: boolean;
  /** True where the claim changed after the handler had seen it. */
  readonly isOvertaken: boolean;

  constructor({ status, settlements }: Claim, cause: ApiError, isOvertaken: boolean) {
    super(cause.errorName, cause.message, { cause });
    this.status = status;
    this.hasProposal = settlements.some(({ paymentState }) => paymentState === "pending_approval");
    this.isOvertaken = isOvertaken;
  }
}

const sentences = {
  draft: "claimIsDraft",
  submitted: "claimIsSubmitted",
  in_progress: "claimIsInProgress",
  pending_info: "claimIsPendingInfo",
  closed: "claimIsClosed",
  rejected: "claimIsRejected",
  abandoned: "claimIsAbandoned",
  archived: "claimIsArchived",
} as const satisfies Record<ClaimStatus, RefusalKey>;

function asRefusal(move: ClaimMove, refused: MoveRefused): Refusal {
  const { message, errorName, status, hasProposal, isOvertaken } = refused;
  const options = { cause: refused };
  if (isOvertaken) return new Refusal(message, { key: "claimChanged", ...options });
  if (refused.cause instanceof SecondHandlerMissing) return new Refusal(message, { key: "claimNeedsSecondHandler", ...options });
  if (refused.cause instanceof NotTheProposer) return new Refusal(message, { key: "approvalNotProposer", ...options });
  if (errorName === "ACTIVE_PAYMENT_BLOCKING") {
    return new Refusal(message, { key: hasProposal ? "claimRefundProposed" : "claimPaymentUnderWay", ...options });
  }
  if (errorName === "INVALID_DOCUMENT_TYPE") return new Refusal(message, { key: "claimDocumentThere", ...options });
  if (status === "in_progress" || status === "pending_info") {
    if (move.move === "recheckDocument") return new Refusal(message, { key: "claimDocumentNotAccepted", ...options });
    if ("documentId" in move) return new Refusal(message, { key: "claimDocumentVerified", ...options });
    if ("settlementId" in move) return new Refusal(message, { key: "claimSettlementMoved", ...options });
  }
  return new Refusal(message, { key: sentences[status] ?? "claimChanged", ...options });
}
