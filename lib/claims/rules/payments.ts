import type { Claim, ClaimSettlement } from "#lib/claims/claim.ts";
import { assertStatus, finishChange } from "#lib/claims/rules/change.ts";
import type { ClaimChange } from "#lib/claims/rules/change.ts";
import { needsSecondHandler } from "#lib/claims/rules/settlement-sums.ts";
import type { PaymentState } from "#lib/claims/schema.ts";
import { ApiError } from "#lib/errors/catalogue.ts";
import type { Cents } from "#lib/money.ts";

const activeStates: readonly (PaymentState | null)[] = ["pending_approval", "approved", "executing"];

/** True while a payment blocks the cancellation of the claim (partner-api.md § Claim states). */
export function hasActivePayment({ settlements }: Pick<Claim, "settlements">): boolean {
  return settlements.some(({ paymentState }) => activeStates.includes(paymentState));
}

/** True for a refund that a second handler has yet to approve, or has declined: partners do not see it. */
export function isProposal({ paymentState }: Pick<ClaimSettlement, "paymentState">): boolean {
  return paymentState === "pending_approval" || paymentState === "declined";
}

/** The same person cannot propose a refund and decide on it. */
export class SecondHandlerMissing extends ApiError {}

/** Only the person who proposed a refund can withdraw the proposal. */
export class NotTheProposer extends ApiError {}

interface Proposer {
  id: string;
  amountCents: Cents;
  /** Null at the admin command. */
  handlerId: string | null;
}

/** Proposes a refund to a second handler. There is no event for it. */
export function proposeRefund(claim: Claim, { id, amountCents, handlerId }: Proposer, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const settlements = [...claim.settlements, newProposal(claim, { id, amountCents, handlerId }, now)];
  return finishChange(claim, { settlements }, [], now);
}

function newProposal({ settlements }: Claim, { id, amountCents, handlerId }: Proposer, now: Date): ClaimSettlement {
  if (settlements.some(({ paymentState }) => paymentState === "pending_approval")) {
    throw new ApiError("ACTIVE_PAYMENT_BLOCKING", "a second handler has yet to decide on a refund of this claim");
  }
  return { ...newRefund(id, amountCents, now), paymentState: "pending_approval", proposedBy: handlerId };
}

/** Approves the refund that another handler proposed: only now it is made. */
export function approveProposal(claim: Claim, settlementId: string, handlerId: string | null, now: Date): ClaimChange {
  const proposal = proposalFor(claim, settlementId, handlerId, "approved");
  const settlements = withSettlement(claim, { ...proposal, paymentState: "approved", decidedBy: handlerId, createdAt: now });
  return finishChange(claim, { stage: "waiting_for_payment", settlements }, ["v2.claim.settlement.created"], now);
}

/** Declines the refund that another handler proposed; without payments left, the claim returns to the handler. There is no event for it. */
export function declineProposal(claim: Claim, settlementId: string, handlerId: string | null, now: Date): ClaimChange {
  const proposal = proposalFor(claim, settlementId, handlerId, "declined");
  const settlements = withSettlement(claim, { ...proposal, paymentState: "declined", decidedBy: handlerId });
  return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, [], now);
}

/** Takes one's own proposal back before a second handler has decided on it. Nobody decided, so `decidedBy` stays empty. */
export function withdrawProposal(claim: Claim, settlementId: string, handlerId: string | null, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const proposal = refundOf(claim, settlementId, ["pending_approval"], "withdrawn");
  if (handlerId === null || handlerId !== proposal.proposedBy) {
    throw new NotTheProposer("CLAIM_STATUS_LOCKED", "a proposal is withdrawn by the handler who made it");
  }
  const settlements = withSettlement(claim, { ...proposal, paymentState: "declined" });
  return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, [], now);
}

function proposalFor(claim: Claim, settlementId: string, handlerId: string | null, action: string): ClaimSettlement {
  assertStatus(claim, ["in_progress"], "paid");
  const proposal = refundOf(claim, settlementId, ["pending_approval"], action);
  if (handlerId === null || handlerId === proposal.proposedBy) {
    throw new SecondHandlerMissing("CLAIM_STATUS_LOCKED", `a refund is ${action} by another handler than the one who proposed it`);
  }
  return proposal;
}

export function approveRefund(claim: Claim, { id, amountCents }: { id: string; amountCents: Cents }, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const settlements = [...claim.settlements, newRefund(id, amountCents, now)];
  return finishChange(claim, { stage: "waiting_for_payment", settlements }, ["v2.claim.settlement.created"], now);
}

/** Hands an approved refund to the bank: it can then be paid or returned, and no longer cancelled. There is no event for it. */
export function startPayment(claim: Claim, settlementId: string, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const refund = refundOf(claim, settlementId, ["approved"], "handed to the bank");
  return finishChange(claim, { settlements: withSettlement(claim, { ...refund, paymentState: "executing" }) }, [], now);
}

/** Pays an approved refund; the last payment closes the claim. */
export function executePayment(claim: Claim, settlementId: string, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const refund = refundOf(claim, settlementId, ["approved", "executing"], "paid");
  const settlements = withSettlement(claim, { ...refund, paymentState: "paid", paymentAt: now });
  if (hasActivePayment({ settlements })) {
    return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, ["v2.claim.settlement.paid"], now);
  }
  return finishChange(claim, { settlements, stage: "closed_paid", closedAt: now }, ["v2.claim.settlement.paid", "v2.claim.closed"], now);
}

interface ReturnedPayment {
  /** The ids of the settlement that records the return, and of the new refund. */
  returned: string;
  refund: string;
  /** Null at the admin command. */
  handlerId?: string | null;
  fourEyesAboveCents?: Cents | null;
}

/**
 * Records a failed transfer and makes a new refund for the next attempt, or proposes it where it needs a second handler: nobody else has
 * seen that the money came back. A closed claim is reopened by it.
 */
export function returnPayment(
  claim: Claim,
  settlementId: string,
  { returned, refund: id, handlerId = null, fourEyesAboveCents = null }: ReturnedPayment,
  now: Date,
): ClaimChange {
  assertStatus(claim, ["in_progress", "closed"], "given a returned payment");
  const refund = refundOf(claim, settlementId, ["approved", "executing", "paid"], "returned");
  const { amountCents } = refund;
  const failed = withSettlement(claim, { ...refund, paymentState: "failed" });
  const isProposed = needsSecondHandler({ test: claim.test, settlements: failed }, amountCents, fourEyesAboveCents);
  const settlements = [
    ...failed,
    newSettlement(returned, { type: "returned", amountCents, concerns: refund.id }, now),
    isProposed ? newProposal(claim, { id, amountCents, handlerId }, now) : newRefund(id, amountCents, now),
  ];
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

export function chargeClaim(claim: Claim, { id, amountCents }: { id: string; amountCents: Cents }, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "charged");
  const charge = newSettlement(id, { type: "charge", amountCents, paymentAt: now }, now);
  return finishChange(claim, { settlements: [...claim.settlements, charge] }, ["v2.claim.settlement.created"], now);
}

/** Cancels an unpaid refund or a charge; without payments left, the claim returns to the handler. */
export function cancelSettlement(claim: Claim, settlementId: string, id: string, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "changed");
  const cancelled = claim.settlements.find((settlement) => settlement.id === settlementId);
  if (cancelled === undefined) throw unknownSettlement(settlementId);
  const isCharge = cancelled.type === "charge" && !claim.settlements.some(({ concerns }) => concerns === settlementId);
  if (!isCharge && !(cancelled.type === "refund" && cancelled.paymentState === "approved")) {
    throw new ApiError("CLAIM_STATUS_LOCKED", "only a refund that is not paid yet, or a charge, can be cancelled, and once");
  }
  const kept = isCharge ? claim.settlements : withSettlement(claim, { ...cancelled, paymentState: "cancelled" });
  const settlements: ClaimSettlement[] = [
    ...kept,
    newSettlement(id, { type: "cancel", amountCents: cancelled.amountCents, paymentAt: now, concerns: cancelled.id }, now),
  ];
  return finishChange(claim, { settlements, stage: stageWith(claim.stage, settlements) }, ["v2.claim.settlement.created"], now);
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
  return { id, paymentState: null, paymentAt: null, concerns: null, proposedBy: null, decidedBy: null, createdAt, ...values };
}

function refundOf(claim: Claim, settlementId: string, states: readonly PaymentState[], action: string): ClaimSettlement {
  const refund = claim.settlements.find(({ id, type }) => id === settlementId && type === "refund");
  if (refund === undefined || refund.paymentState === null) throw unknownSettlement(settlementId);
  if (!states.includes(refund.paymentState)) {
    throw new ApiError("CLAIM_STATUS_LOCKED", `the payment is ${refund.paymentState}: it cannot be ${action}`);
  }
  return refund;
}

function withSettlement({ settlements }: Claim, changed: ClaimSettlement): ClaimSettlement[] {
  return settlements.map((settlement) => (settlement.id === changed.id ? changed : settlement));
}

function unknownSettlement(id: string): ApiError {
  return new ApiError("CLAIM_VALIDATION_ERROR", `settlementId: the claim has no refund or charge ${id}`);
}
