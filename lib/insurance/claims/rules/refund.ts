import type { Claim, ClaimDocument } from "#lib/insurance/claims/claim.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { Entry } from "#lib/insurance/claims/rules/account.ts";
import { missingDocuments } from "#lib/insurance/claims/rules/change.ts";
import type { InsuredObject } from "#lib/insurance/claims/rules/insured-news.ts";
import type { Cents } from "#lib/platform/money/money.ts";

export type Weighed = Pick<Claim, "test" | "entries"> & {
  documents: readonly Pick<ClaimDocument, "type" | "status">[];
  settlements: readonly Entry[];
};

/** Reasons against a refund. An approval in spite of them needs a reason. */
export const refundWarnings = ["aboveValue", "notCovered", "missingDocuments", "unverifiedDocuments"] as const;

export type RefundWarning = (typeof refundWarnings)[number];

/** Why a second handler has to approve. */
export type SecondHandlerCause = "aboveLimit" | "aboveValue" | "aboveRefunds";

export interface Weighing {
  warnings: RefundWarning[];
  secondHandlerFor: SecondHandlerCause[];
}

/**
 * Weighs a refund against everything that was paid and approved for the insured object. Deductions that no transfer has withheld make no
 * room, since they can be cancelled. `limit` is FOUR_EYES_ABOVE; null turns the second handler off. It counts what came back too, since only the handler who pays again has seen that.
 * Test claims move no money.
 */
export function weighRefund(claim: Weighed, object: InsuredObject, amountCents: Cents, limit: Cents | null): Weighing {
  const account = accountOf(claim.settlements);
  const totalCents = account.committedCents + object.others.committedCents + amountCents;
  const proposedCents = account.proposedCents + object.others.proposedCents;
  const returnedCents = account.returnedCents + object.others.returnedCents;
  const isAboveValue = object.valueCents !== null && totalCents > object.valueCents;
  const holds: Record<RefundWarning, boolean> = {
    aboveValue: isAboveValue,
    notCovered: object.atLoss !== null && object.atLoss !== "covered",
    missingDocuments: missingDocuments(claim).length > 0,
    unverifiedDocuments: claim.documents.some(({ status }) => status === "to_verify"),
  };
  return {
    warnings: refundWarnings.filter((warning) => holds[warning]),
    secondHandlerFor: causes(claim, limit, {
      aboveLimit: totalCents + proposedCents + returnedCents > (limit ?? 0),
      aboveValue: isAboveValue,
      aboveRefunds: false,
    }),
  };
}

/** Weighs a deduction against the refunds of its claim whose transfers it can still reduce. */
export function weighDeduction(claim: Weighed, amountCents: Cents, limit: Cents | null): SecondHandlerCause[] {
  const { openRefundCents, openDeductionCents } = accountOf(claim.settlements);
  const isAbove = openDeductionCents + amountCents > openRefundCents;
  return causes(claim, limit, { aboveLimit: false, aboveValue: false, aboveRefunds: isAbove });
}

function causes({ test }: Pick<Claim, "test">, limit: Cents | null, holds: Record<SecondHandlerCause, boolean>): SecondHandlerCause[] {
  if (limit === null || test) return [];
  return (["aboveLimit", "aboveValue", "aboveRefunds"] as const).filter((cause) => holds[cause]);
}
