import type { Claim, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { followTransfers, transferOf } from "#lib/insurance/claims/rules/account.ts";
import { assertStatus, finishChange } from "#lib/insurance/claims/rules/change.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { unknownObject } from "#lib/insurance/claims/rules/insured-news.ts";
import type { InsuredObject } from "#lib/insurance/claims/rules/insured-news.ts";
import { weighRefund } from "#lib/insurance/claims/rules/refund.ts";
import type { PaymentState } from "#lib/insurance/claims/schema.ts";
import { closingOf, monthOf, zone } from "#lib/insurance/statements/rules/months.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import type { Cents } from "#lib/platform/money/money.ts";
import { startOfDay } from "#lib/platform/time/calendar.ts";

const activeStates: readonly (PaymentState | null)[] = ["pending_approval", "approved", "executing"];

/** True while a payment blocks the cancellation of the claim (rules/claims.md#cancel-3). */
export function hasActivePayment({ settlements }: Pick<Claim, "settlements">): boolean {
  return settlements.some(({ paymentState }) => activeStates.includes(paymentState));
}

/** True for a refund or a deduction that a second handler has yet to approve, or has declined: partners do not see it. */
export function isProposal({ paymentState }: Pick<ClaimSettlement, "paymentState">): boolean {
  return paymentState === "pending_approval" || paymentState === "declined";
}

/** The same person cannot propose a refund or a deduction and decide on it. */
export class SecondHandlerMissing extends ApiError {}

/** Only the person who proposed a refund or a deduction can withdraw the proposal. */
export class NotTheProposer extends ApiError {}

/** Deductions take up the whole refund: it is marked as paid, and the bank gets no order. */
export class NothingToTransfer extends ApiError {}

/** The bank executes the payment on a day to come. */
export class NotExecutedYet extends ApiError {}

interface Proposed {
  id: string;
  amountCents: Cents;
  /** Why an amount is deducted. */
  reason?: string | null;
  /** Null at the admin command. */
  handlerId: string | null;
}

/** Proposes a refund or a deduction to a second handler. There is no event for it. */
export function propose(claim: Claim, type: "refund" | "charge", proposed: Proposed, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], type === "refund" ? "paid" : "charged");
  return finishChange(claim, { settlements: [...claim.settlements, newProposal(claim, type, proposed, now)] }, [], now);
}

function newProposal(
  { settlements }: Claim,
  type: "refund" | "charge",
  { id, amountCents, handlerId, reason = null }: Proposed,
  now: Date,
): ClaimSettlement {
  if (settlements.some(({ paymentState }) => paymentState === "pending_approval")) {
    throw new ApiError("ACTIVE_PAYMENT_BLOCKING", "a second handler has yet to decide on a refund or a deduction of this claim");
  }
  return newSettlement(id, { type, amountCents, paymentState: "pending_approval", proposedBy: handlerId, reason }, now);
}

/** Approves the refund or the deduction that another handler proposed: only now it is made. */
export function approveProposal(claim: Claim, settlementId: string, handlerId: string | null, now: Date): ClaimChange {
  const proposal = proposalFor(claim, settlementId, handlerId, "approved");
  const isRefund = proposal.type === "refund";
  const approved: ClaimSettlement = {
    ...proposal,
    ...(isRefund ? { paymentState: "approved" } : { paymentState: null, withheldCents: 0 }),
    decidedBy: handlerId,
    createdAt: now,
  };
  const changes = { settlements: withSettlement(claim, approved, now), ...(isRefund && { stage: "waiting_for_payment" as const }) };
  return finishChange(claim, changes, ["v2.claim.settlement.created"], now);
}

/** Declines the proposal of another handler; without payments left, the claim returns to the handler. There is no event for it. */
export function declineProposal(claim: Claim, settlementId: string, handlerId: string | null, now: Date): ClaimChange {
  const proposal = proposalFor(claim, settlementId, handlerId, "declined");
  const settlements = withSettlement(claim, { ...proposal, paymentState: "declined", decidedBy: handlerId }, now);
  return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, [], now);
}

/** Takes one's own proposal back before a second handler has decided on it. Nobody decided, so `decidedBy` stays empty. */
export function withdrawProposal(claim: Claim, settlementId: string, handlerId: string | null, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const proposal = settlementOf(claim, settlementId, ["refund", "charge"], ["pending_approval"], "withdrawn");
  if (handlerId === null || handlerId !== proposal.proposedBy) {
    throw new NotTheProposer("CLAIM_STATUS_LOCKED", "a proposal is withdrawn by the handler who made it");
  }
  const settlements = withSettlement(claim, { ...proposal, paymentState: "declined" }, now);
  return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, [], now);
}

function proposalFor(claim: Claim, settlementId: string, handlerId: string | null, action: string): ClaimSettlement {
  assertStatus(claim, ["in_progress"], "paid");
  const proposal = settlementOf(claim, settlementId, ["refund", "charge"], ["pending_approval"], action);
  if (handlerId === null || handlerId === proposal.proposedBy) {
    throw new SecondHandlerMissing("CLAIM_STATUS_LOCKED", `a proposal is ${action} by another handler than the one who made it`);
  }
  return proposal;
}

export function approveRefund(claim: Claim, { id, amountCents }: { id: string; amountCents: Cents }, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const settlements = [...claim.settlements, newRefund(id, amountCents, now)];
  return finishChange(claim, { stage: "waiting_for_payment", settlements }, ["v2.claim.settlement.created"], now);
}

/**
 * Hands an approved refund to the bank, less what deductions take of it: it can then be paid or returned, and no longer cancelled. There is
 * no event for it.
 */
export function startPayment(claim: Claim, settlementId: string, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const refund = refundOf(claim, settlementId, ["approved"], "handed to the bank");
  const withheldCents = withheldOf(claim, settlementId);
  if (withheldCents === refund.amountCents) {
    throw new NothingToTransfer("CLAIM_STATUS_LOCKED", "deductions take up the whole refund: there is nothing to transfer");
  }
  return finishChange(claim, { settlements: withSettlement(claim, { ...refund, paymentState: "executing", withheldCents }, now) }, [], now);
}

/**
 * Pays an approved refund; the last payment closes the claim. One that deductions take up is settled without a transfer. A payment at
 * the bank is paid at the start of the day of its execution, and not before.
 */
export function executePayment(claim: Claim, settlementId: string, now: Date, executeOn: string | null = null): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const refund = refundOf(claim, settlementId, ["approved", "executing"], "paid");
  const paymentAt = executeOn === null ? now : startOfDay(executeOn, zone);
  if (paymentAt > now) throw new NotExecutedYet("CLAIM_STATUS_LOCKED", `the bank executes the payment on ${executeOn}`);
  // The figures of a closed month stay: a payment that is recorded later counts where it is recorded.
  const countedAt = now < closingOf(monthOf(paymentAt)) ? paymentAt : now;
  const withheldCents = withheldOf(claim, settlementId);
  const settlements = withSettlement(claim, { ...refund, paymentState: "paid", paymentAt, countedAt, withheldCents }, now);
  if (hasActivePayment({ settlements })) {
    return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, ["v2.claim.settlement.paid"], now);
  }
  return finishChange(claim, { settlements, stage: "closed_paid", closedAt: now }, ["v2.claim.settlement.paid", "v2.claim.closed"], now);
}

function withheldOf({ settlements }: Claim, settlementId: string): Cents {
  return transferOf(settlements, settlementId)?.withheldCents ?? 0;
}

interface ReturnedPayment {
  /** The ids of the settlement that records the return, and of the new refund. */
  returned: string;
  refund: string;
  /** Null at the admin command. */
  handlerId?: string | null;
  fourEyesAboveCents?: Cents | null;
  object?: InsuredObject;
}

/**
 * Records a failed transfer and makes a new refund for the next attempt, or proposes it where it needs a second handler: nobody else has
 * seen that the money came back. The next attempt withholds the same amount. A closed claim is reopened by it.
 */
export function returnPayment(
  claim: Claim,
  settlementId: string,
  { returned, refund: id, handlerId = null, fourEyesAboveCents = null, object = unknownObject }: ReturnedPayment,
  now: Date,
): ClaimChange {
  assertStatus(claim, ["in_progress", "closed"], "given a returned payment");
  const refund = refundOf(claim, settlementId, ["approved", "executing", "paid"], "returned");
  const { amountCents } = refund;
  if (withheldOf(claim, settlementId) === amountCents) {
    throw new NothingToTransfer("CLAIM_STATUS_LOCKED", "deductions took up the whole refund: there was no transfer that could come back");
  }
  const failed = withSettlement(claim, { ...refund, paymentState: "failed" }, now);
  const { secondHandlerFor } = weighRefund({ ...claim, settlements: failed }, object, amountCents, fourEyesAboveCents);
  const isProposed = secondHandlerFor.length > 0;
  const settlements = followTransfers(
    [
      ...failed,
      newSettlement(returned, { type: "returned", amountCents, concerns: refund.id }, now),
      isProposed ? newProposal(claim, "refund", { id, amountCents, handlerId }, now) : newRefund(id, amountCents, now),
    ],
    now,
  );
  const isReopened = claim.status === "closed";
  return finishChange(
    claim,
    { settlements, stage: stageWith("waiting_for_payment", settlements), ...(isReopened && { reopenedAt: now, closedAt: null }) },
    [
      "v2.claim.settlement.returned",
      ...(isProposed ? [] : (["v2.claim.settlement.created"] as const)),
      ...(isReopened ? (["v2.claim.reopened"] as const) : []),
    ],
    now,
  );
}

/** Deducts an amount: transfers of the claim's refunds are made without it. */
export function chargeClaim(claim: Claim, { id, ...made }: { id: string; amountCents: Cents; reason: string }, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "charged");
  const charge = newSettlement(id, { type: "charge", withheldCents: 0, ...made }, now);
  return finishChange(claim, { settlements: [...claim.settlements, charge] }, ["v2.claim.settlement.created"], now);
}

/** Cancels an unpaid refund, or a deduction that no transfer has withheld; without payments left, the claim returns to the handler. */
export function cancelSettlement(claim: Claim, settlementId: string, id: string, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "changed");
  const cancelled = claim.settlements.find((settlement) => settlement.id === settlementId);
  if (cancelled === undefined) throw unknownSettlement(settlementId);
  const isCharge = isOpenDeduction(claim, cancelled);
  if (!isCharge && !(cancelled.type === "refund" && cancelled.paymentState === "approved")) {
    throw new ApiError(
      "CLAIM_STATUS_LOCKED",
      "only a refund that is not paid yet, or a deduction that is not withheld yet, can be cancelled, and once",
    );
  }
  const remaining = isCharge ? claim.settlements : withSettlement(claim, { ...cancelled, paymentState: "cancelled" }, now);
  const settlements: ClaimSettlement[] = [
    ...remaining,
    newSettlement(id, { type: "cancel", amountCents: cancelled.amountCents, paymentAt: now, concerns: cancelled.id }, now),
  ];
  return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, ["v2.claim.settlement.created"], now);
}

function isOpenDeduction({ settlements }: Claim, { id, type, paymentState, withheldCents }: ClaimSettlement): boolean {
  const isMade = type === "charge" && paymentState === null && (withheldCents ?? 0) === 0;
  return isMade && !settlements.some(({ concerns }) => concerns === id);
}

/** The stage of a claim after a change of its payments: without a transfer left to make, it returns to the handlers, who may have a proposal. */
function stageWith(stage: Claim["stage"], settlements: readonly ClaimSettlement[]): Claim["stage"] {
  const isToPay = settlements.some(({ paymentState }) => paymentState === "approved" || paymentState === "executing");
  return stage === "waiting_for_payment" && !isToPay ? "waiting_for_tulip" : stage;
}

function newRefund(id: string, amountCents: Cents, createdAt: Date): ClaimSettlement {
  return newSettlement(id, { type: "refund", amountCents, paymentState: "approved" }, createdAt);
}

function newSettlement(
  id: string,
  values: Pick<ClaimSettlement, "type" | "amountCents"> & Partial<ClaimSettlement>,
  createdAt: Date,
): ClaimSettlement {
  const none = {
    paymentState: null,
    paymentAt: null,
    countedAt: null,
    withheldCents: null,
    concerns: null,
    reason: null,
    proposedBy: null,
    decidedBy: null,
  };
  return { id, ...none, createdAt, ...values };
}

function refundOf(claim: Claim, settlementId: string, states: readonly PaymentState[], action: string): ClaimSettlement {
  return settlementOf(claim, settlementId, ["refund"], states, action);
}

function settlementOf(
  claim: Claim,
  settlementId: string,
  types: readonly ClaimSettlement["type"][],
  states: readonly PaymentState[],
  action: string,
): ClaimSettlement {
  const settlement = claim.settlements.find(({ id, type }) => id === settlementId && types.includes(type));
  if (settlement === undefined || settlement.paymentState === null) throw unknownSettlement(settlementId);
  if (!states.includes(settlement.paymentState)) {
    throw new ApiError("CLAIM_STATUS_LOCKED", `the payment is ${settlement.paymentState}: it cannot be ${action}`);
  }
  return settlement;
}

function withSettlement({ settlements }: Claim, changed: ClaimSettlement, now: Date): ClaimSettlement[] {
  return followTransfers(
    settlements.map((settlement) => (settlement.id === changed.id ? changed : settlement)),
    now,
  );
}

function unknownSettlement(id: string): ApiError {
  return fieldError("CLAIM_VALIDATION_ERROR", "settlementId", `: the claim has no refund or deduction ${id}`);
}
