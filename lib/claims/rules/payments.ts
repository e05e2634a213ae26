import type { Claim, ClaimSettlement } from "#lib/claims/claim.ts";
import { assertStatus, finishChange } from "#lib/claims/rules/change.ts";
import type { ClaimChange } from "#lib/claims/rules/change.ts";
import type { PaymentState } from "#lib/claims/schema.ts";
import { ApiError } from "#lib/errors/catalogue.ts";
import type { Cents } from "#lib/money.ts";

const activeStates: readonly (PaymentState | null)[] = ["pending_approval", "approved", "executing"];

/** True while a payment blocks the cancellation of the claim (partner-api.md § Claim states). */
export function hasActivePayment({ settlements }: Pick<Claim, "settlements">): boolean {
  return settlements.some(({ paymentState }) => activeStates.includes(paymentState));
}

export function approveRefund(claim: Claim, { id, amountCents }: { id: string; amountCents: Cents }, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const settlements = [...claim.settlements, newRefund(id, amountCents, now)];
  return finishChange(claim, { stage: "waiting_for_payment", settlements }, ["v2.claim.settlement.created"], now);
}

/** Pays an approved refund; the last payment closes the claim. */
export function executePayment(claim: Claim, settlementId: string, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "paid");
  const refund = refundOf(claim, settlementId, ["approved", "executing"], "paid");
  const settlements = withSettlement(claim, { ...refund, paymentState: "paid", paymentAt: now });
  if (hasActivePayment({ settlements })) return finishChange(claim, { settlements }, ["v2.claim.settlement.paid"], now);
  return finishChange(claim, { settlements, stage: "closed_paid", closedAt: now }, ["v2.claim.settlement.paid", "v2.claim.closed"], now);
}

/** Records a failed transfer and makes a new refund for the next attempt. A closed claim is reopened by it. */
export function returnPayment(claim: Claim, settlementId: string, ids: { returned: string; refund: string }, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress", "closed"], "given a returned payment");
  const refund = refundOf(claim, settlementId, ["approved", "executing", "paid"], "returned");
  const returned: ClaimSettlement = {
    id: ids.returned,
    type: "returned",
    amountCents: refund.amountCents,
    paymentState: null,
    paymentAt: null,
    concerns: refund.id,
    createdAt: now,
  };
  const settlements = [
    ...withSettlement(claim, { ...refund, paymentState: "failed" }),
    returned,
    newRefund(ids.refund, refund.amountCents, now),
  ];
  const isReopened = claim.status === "closed";
  return finishChange(
    claim,
    { settlements, stage: "waiting_for_payment", ...(isReopened && { reopenedAt: now, closedAt: null }) },
    ["v2.claim.settlement.returned", "v2.claim.settlement.created", ...(isReopened ? (["v2.claim.reopened"] as const) : [])],
    now,
  );
}

export function chargeClaim(claim: Claim, { id, amountCents }: { id: string; amountCents: Cents }, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "charged");
  const charge: ClaimSettlement = { id, type: "charge", amountCents, paymentState: null, paymentAt: now, concerns: null, createdAt: now };
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
    {
      id,
      type: "cancel",
      amountCents: cancelled.amountCents,
      paymentState: null,
      paymentAt: now,
      concerns: cancelled.id,
      createdAt: now,
    },
  ];
  const stage = claim.stage === "waiting_for_payment" && !hasActivePayment({ settlements }) ? "waiting_for_tulip" : claim.stage;
  return finishChange(claim, { settlements, stage }, ["v2.claim.settlement.created"], now);
}

function newRefund(id: string, amountCents: Cents, createdAt: Date): ClaimSettlement {
  return { id, type: "refund", amountCents, paymentState: "approved", paymentAt: null, concerns: null, createdAt };
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
