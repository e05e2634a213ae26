import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import type { ApprovalKind } from "#lib/account/approvals/list.ts";
import { assertMayDecide, writeApprovalNotice } from "#lib/account/approvals/proposal-mail.ts";
import type { AuditAction } from "#lib/account/audit/list-filters.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { momentInWorld } from "#lib/account/worlds/clocks.ts";
import type { HandlerContext, StaffContext } from "#lib/account/worlds/context.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import type { Claim, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { entriesOfObject } from "#lib/insurance/claims/cover.ts";
import { claimAction } from "#lib/insurance/claims/desk/schema.ts";
import type { ActionName, ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import type { ClaimReference } from "#lib/insurance/claims/find.ts";
import { lockWithObject } from "#lib/insurance/claims/insured-object.ts";
import { transferOf } from "#lib/insurance/claims/rules/account.ts";
import { NotExecutedYet, NotTheProposer, NothingToTransfer, SecondHandlerMissing } from "#lib/insurance/claims/rules/actions-payments.ts";
import { ReasonMissing, applyAction } from "#lib/insurance/claims/rules/actions.ts";
import type { ActionContext } from "#lib/insurance/claims/rules/actions.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";
import type { ClaimContext } from "#lib/insurance/claims/save.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import { findLocked } from "#lib/insurance/contracts/find.ts";
import { applyEnding, decideLoss, eventOfEnding } from "#lib/insurance/contracts/rules/ending.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import { reviseContracts } from "#lib/insurance/contracts/save.ts";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { zone } from "#lib/insurance/statements/rules/months.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import type { UserErrorKey } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";
import { isBankDay, lastBankDay } from "#lib/platform/time/bank-days.ts";
import { dateOf } from "#lib/platform/time/calendar.ts";
import type { Moment } from "#lib/platform/time/clock.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

const kindOf = ({ type }: ClaimSettlement): ApprovalKind => (type === "charge" ? "deduction" : "refund");

/** The name of each action in the audit log. */
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
} as const satisfies Record<ActionName, string>;

/** The name of an action that waits for a second handler. */
const proposals: Partial<Record<ActionName, AuditAction>> = {
  approveRefund: "claim.refundProposed",
  chargeClaim: "claim.deductionProposed",
};

/**
 * Applies a handler's action (rules/claims.md#handle-1, #handle-2); throws CLAIM_NOT_FOUND, or a UserError with the status where somebody
 * else was first.
 */
export async function takeAction(ctx: HandlerContext, claimId: string, input: ClaimAction): Promise<Claim> {
  const move = claimAction.parse(input);
  const reference = { id: claimId, world: "any" } as const;
  const found = await findClaim(reference);
  if (found === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  assertMayPay(ctx, found, move);
  const moment = await momentInWorld(found.worldId, ctx.now);
  try {
    return await transact(async (tx) => {
      const people = { handlerId: ctx.actor.userId ?? null, fourEyesAboveCents: env.FOUR_EYES_ABOVE };
      // The proposer of a settlement never changes, so the claim read before the lock suffices.
      await assertMayDecideOn(tx, ctx, found, move);
      const { before, change } = await carryOut(tx, reference, () => move, { executionId: null, ...moment, ...people });
      const action = change.events.length === 0 ? (proposals[move.move] ?? auditActions[move.move]) : auditActions[move.move];
      const takenFrom = move.move === "takeOver" && before.handlerId !== change.claim.handlerId ? { from: before.handlerId } : {};
      const { details, ...why } = auditedOf(move);
      await recordAudit(tx, ctx, { action, subjectId: before.id, details: { ...details, ...takenFrom, ...worldTimeOf(moment) }, ...why });
      await writeProposalNotice(tx, ctx, before, change.claim);
      return change.claim;
    });
  } catch (error) {
    throw error instanceof ActionNotAllowed ? toApiError(move, error) : error;
  }
}

interface CarriedOut {
  before: Claim;
  change: ClaimChange;
}

/**
 * Carries out an action of the insurer on a claim that it locks with the insured object; `plan` chooses the action by the claim as it is then. A
 * total theft that is paid ends the cover. Throws ActionRefused.
 */
export async function carryOut(
  tx: Transaction,
  reference: ClaimReference,
  plan: (claim: Claim) => ClaimAction,
  ctx: ClaimContext & Pick<ActionContext, "handlerId" | "fourEyesAboveCents">,
): Promise<CarriedOut> {
  const { claim: before, object } = await lockWithObject(tx, reference);
  const move = plan(before);
  // The sandbox has no bank: it pays at once, on a Sunday too.
  const executeOn = move.move === "executePayment" && ctx.handlerId !== null ? await chooseExecution(tx, before, move, ctx.now) : null;
  const change = decideAction(before, move, { ...ctx, object, executeOn });
  await saveClaim(tx, before, change, ctx);
  if (move.move === "executePayment" && before.subtype === "total_theft") await endLostCover(tx, before, ctx);
  return { before, change };
}

/**
 * The bank day on which a refund is paid: that of its file, else the one that the claim handler says (rules/settlements.md#bank-10). Null for
 * a test claim, which is paid at once.
 */
async function chooseExecution(
  tx: Transaction,
  { test: isTest, settlements }: Claim,
  { settlementId, paidOn }: ClaimAction & { move: "executePayment" },
  now: Date,
): Promise<string | null> {
  const [row] = await tx.execute<{ executeOn: string }>(sql`
    select run.execute_on::text as "executeOn" from payments_of_runs p join payment_runs run on run.id = p.run_id
    where p.settlement_id = ${settlementId}`);
  if (row !== undefined || isTest) return row?.executeOn ?? null;
  const today = dateOf(now, zone);
  const approvedOn = dateOf(settlements.find(({ id }) => id === settlementId)?.createdAt ?? now, zone);
  const day = paidOn ?? lastBankDay(approvedOn, today);
  if (day === null) throw new UserError(`no bank day since ${approvedOn}`, { key: "noBankDaySince" });
  if (!isBankDay(day)) throw new UserError(`banks execute no transfer on ${day}`, { key: "executionNotBankDay" });
  if (day > today || day < approvedOn) {
    throw new UserError(`${day} is not between the approval and today`, { key: "paidOnOutside" });
  }
  return day;
}

/** Returns the audit details of an action: its subject, and its reason or the text of its note, which the next note overwrites. */
export function auditedOf(move: ClaimAction): { details: Record<string, unknown>; reason?: string } {
  const none = { reason: undefined, seen: undefined, seenHandler: undefined, note: undefined };
  const { move: _name, reason, seen: _seen, seenHandler: _handler, note, ...details } = { ...none, ...move };
  const text = reason ?? note;
  return { details, ...(text !== undefined && text !== "" && { reason: text }) };
}

/** When a move happened by the clock of its world, for the claim's history; nothing if that is the time of the audit log. */
export function worldTimeOf({ now, realTime }: Moment): { happenedAt?: string } {
  return now.getTime() === realTime.getTime() ? {} : { happenedAt: now.toISOString() };
}

/** Money needs a recent proof of identity, which says how much. */
function assertMayPay(ctx: StaffContext, { id, claimId, settlements }: Claim, move: ClaimAction): void {
  if (move.move !== "approveRefund" && move.move !== "approveProposal" && move.move !== "executePayment") return;
  const cents =
    move.move === "approveRefund"
      ? move.amountCents
      : move.move === "executePayment"
        ? transferOf(settlements, move.settlementId)?.amountCents
        : settlements.find((one) => one.id === move.settlementId)?.amountCents;
  assertRecentlyAuthenticated(ctx, move.move === "executePayment" ? "executePayment" : "approveRefund", {
    amount: eurosFromCents(cents ?? 0),
    claim: claimId ?? id,
  });
}

/** Applies an action of the insurer to a locked claim, without checking the actor. Throws ActionRefused. */
function decideAction(claim: Claim, move: ClaimAction, context: Omit<ActionContext, "ids">): ClaimChange {
  const isChanged = "seen" in move && move.seen !== undefined && Date.parse(move.seen) !== claim.updatedAt.getTime();
  // An assignment leaves `updatedAt` as it is, since partners do not see it.
  const isAssigned = move.move === "takeOver" && move.seenHandler !== undefined && move.seenHandler !== claim.handlerId;
  if (isChanged || isAssigned) {
    throw new ActionNotAllowed(claim, new ApiError("CLAIM_STATUS_LOCKED", "the claim has changed since it was read"), true);
  }
  try {
    return applyAction(claim, move, { ...context, ids: { settlement: newId("stl"), refund: newId("stl") } });
  } catch (error) {
    throw error instanceof ApiError ? new ActionNotAllowed(claim, error, false) : error;
  }
}

export class ActionNotAllowed extends ApiError {
  readonly status: ClaimStatus;
  /** True while a refund waits for a second handler. */
  readonly hasProposal: boolean;
  /** True if the claim changed after the handler had seen it. */
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
} as const satisfies Record<ClaimStatus, UserErrorKey>;

function toApiError(move: ClaimAction, refused: ActionNotAllowed): UserError {
  const { message, errorName, status, hasProposal, isOvertaken } = refused;
  const options = { cause: refused };
  if (isOvertaken) return new UserError(message, { key: "claimChanged", ...options });
  if (refused.cause instanceof ReasonMissing) return new UserError(message, { key: "claimDoubtUnanswered", ...options });
  if (refused.cause instanceof NothingToTransfer) return new UserError(message, { key: "claimNothingToTransfer", ...options });
  if (refused.cause instanceof NotExecutedYet) return new UserError(message, { key: "claimNotExecutedYet", ...options });
  if (refused.cause instanceof SecondHandlerMissing) return new UserError(message, { key: "claimNeedsSecondHandler", ...options });
  if (refused.cause instanceof NotTheProposer) return new UserError(message, { key: "approvalNotProposer", ...options });
  if (errorName === "ACTIVE_PAYMENT_BLOCKING") {
    return new UserError(message, { key: hasProposal ? "claimRefundProposed" : "claimPaymentUnderWay", ...options });
  }
  if (errorName === "INVALID_DOCUMENT_TYPE") return new UserError(message, { key: "claimDocumentThere", ...options });
  if (status === "in_progress" || status === "pending_info") {
    if (move.move === "recheckDocument") return new UserError(message, { key: "claimDocumentNotAccepted", ...options });
    if ("documentId" in move) return new UserError(message, { key: "claimDocumentVerified", ...options });
    if ("settlementId" in move) return new UserError(message, { key: "claimSettlementMoved", ...options });
  }
  return new UserError(message, { key: sentences[status] ?? "claimChanged", ...options });
}

/** Ends the cover of a stolen product once its total theft is paid, in the transaction of the payment; the contract is locked. */
async function endLostCover(tx: Transaction, claim: Claim, ctx: ClaimContext): Promise<void> {
  const [entry] = await tx.execute<{ cpid: string }>(sql`
    select p.cpid from contract_products k join contract_products p
      on p.cpid = any(${sql.raw(entriesOfObject("k.cid", "k.cpid"))}) and p.replaced_by is null
    where k.cid = ${claim.cid} and k.cpid = ${claim.cpid}`);
  const [before] = await findLocked(tx, [claim.cid]);
  if (entry === undefined || before === undefined) return;
  const ending = decideLoss(before, entry.cpid, claim.claimAt, `Total theft, claim ${claim.claimId ?? claim.id}`, ctx.now);
  if (ending === null) return;
  const { rates } = await findTariff(before.tariffId, tx);
  const after = { ...priceContract(before, applyEnding(before, ending), rates), updatedAt: changedAt(before.updatedAt, ctx.now) };
  if (!(await reviseContracts(tx, [{ before, after, at: ctx.now }]))) throw new Error("a locked contract changed");
  const data = serializeContract(after);
  const { worldId } = claim;
  await emit(tx, [{ worldId, eventType: eventOfEnding(ending), subjectId: claim.cid, executionId: ctx.executionId, data }], ctx);
}

/** Refuses a decision on a proposal by somebody who is no longer a handler. */
async function assertMayDecideOn(tx: Transaction, { actor }: StaffContext, { settlements }: Claim, move: ClaimAction): Promise<void> {
  if (move.move !== "approveProposal" && move.move !== "declineProposal") return;
  const proposal = settlements.find(({ id }) => id === move.settlementId);
  // The rule of the claim refuses the proposer and actors without a name, with its own errors.
  if (proposal === undefined || actor.userId === undefined || actor.userId === proposal.proposedBy) return;
  await assertMayDecide(tx, actor.userId, { kind: kindOf(proposal), proposedBy: proposal.proposedBy });
}

/** Notifies the approvers of a proposal that a change of the claim made. */
async function writeProposalNotice(tx: Transaction, { actor, now }: StaffContext, before: Claim, after: Claim): Promise<void> {
  const proposal = after.settlements.find(
    ({ id, paymentState }) => paymentState === "pending_approval" && !before.settlements.some((settlement) => settlement.id === id),
  );
  if (proposal === undefined) return;
  const { id, claimId } = after;
  const notice = {
    kind: kindOf(proposal),
    proposedBy: proposal.proposedBy,
    proposer: actor.name,
    about: claimId ?? id,
    path: `/support/claims/${id}`,
  };
  await writeApprovalNotice(tx, notice, now);
}
