import fc from "fast-check";
import { expect } from "vitest";
import type { Claim, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import type { ClaimAction } from "#lib/insurance/claims/desk/schema.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";

/** The actions of handlers and the bank with the money of a claim. */
export const moneyActions = ["approve", "deduct", "bank", "pay", "return", "cancel", "decide", "decline", "reopen"] as const;

/** A step of somebody on one of two claims of an insured object. */
export function stepOf<Action extends string>(actions: readonly Action[]) {
  return fc.record({
    hours: fc.integer({ min: 1, max: 200 }),
    claim: fc.nat(1),
    person: fc.nat(1),
    action: fc.constantFrom(...actions),
    amountCents: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 120_000 })),
    pick: fc.nat(7),
  });
}

export interface Step {
  hours: number;
  claim: number;
  person: number;
  action: string;
  amountCents: number;
  pick: number;
}

/** The states of the settlements that an action is mostly about. */
const fitting: Partial<Record<string, readonly ClaimSettlement["paymentState"][]>> = {
  bank: ["approved"],
  pay: ["approved", "executing"],
  return: ["paid", "executing"],
  cancel: ["approved", null],
  decide: ["pending_approval"],
  decline: ["pending_approval"],
};

/** The action of a step; `bank` is about the settlement that `pay` would be. */
export function actionOf({ settlements }: Pick<Claim, "settlements">, { action, amountCents, pick }: Step): ClaimAction {
  const fit = settlements.filter(({ paymentState }) => pick > 1 && fitting[action]?.includes(paymentState));
  const choices = fit.length > 0 ? fit : settlements;
  const settlementId = choices[pick % Math.max(choices.length, 1)]?.id ?? "none";
  const reason = "-";
  switch (action) {
    case "approve":
      return { move: "approveRefund", amountCents, reason };
    case "deduct":
      return { move: "chargeClaim", amountCents: Math.ceil(amountCents / 4), reason };
    case "return":
      return { move: "returnPayment", settlementId, reason };
    case "cancel":
      return { move: "cancelSettlement", settlementId, reason };
    case "decide":
      return { move: "approveProposal", settlementId, reason };
    case "decline":
      return { move: "declineProposal", settlementId, reason };
    case "reopen":
      return { move: "reopenClaim", reason };
    default:
      return { move: "executePayment", settlementId };
  }
}

/** Returns the sum granted on all claims of an object. */
export function refunded(claims: readonly Pick<Claim, "settlements">[]): number {
  return claims.reduce((cents, { settlements }) => cents + accountOf(settlements).committedCents, 0);
}

/** The refunds of a moment that one person made. */
export function madeAlone({ settlements }: Pick<Claim, "settlements">, now: Date): string[] {
  const newest = settlements.filter(({ type, createdAt }) => type === "refund" && createdAt.getTime() === now.getTime());
  return newest.filter(({ proposedBy, decidedBy }) => decidedBy === null || decidedBy === proposedBy).map(({ id }) => id);
}

/** Transfers are refunds less deductions, never negative, and those made are what the bank transferred. */
export function expectAccount(settlements: Claim["settlements"], bankCents: number): void {
  const account = accountOf(settlements);
  const rest = account.deductedCents - account.transfers.reduce((cents, { withheldCents }) => cents + withheldCents, 0);
  const carriedOut = settlements.filter(
    ({ type, paymentState }) => type === "refund" && ["approved", "executing", "paid"].includes(paymentState ?? ""),
  );
  expect(account.netCents).toBe(carriedOut.reduce((cents, { amountCents }) => cents + amountCents, 0) - (account.deductedCents - rest));
  expect(rest).toBeGreaterThanOrEqual(0);
  // Nothing is left to deduct while a refund could still take it.
  if (rest > 0) expect(account.transfers.filter(({ state, amountCents }) => state === "approved" && amountCents > 0)).toEqual([]);
  expect(account.transfers.filter(({ amountCents }) => amountCents < 0)).toEqual([]);
  expect(bankCents).toBe(account.paidCents);
  for (const one of settlements.filter(({ type, paymentState }) => type === "charge" && paymentState === null)) {
    expect((one.withheldCents ?? 0) === one.amountCents || one.paymentAt === null).toBe(true);
  }
}
