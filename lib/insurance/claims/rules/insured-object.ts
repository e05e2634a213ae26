import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimAccount, Entry } from "#lib/insurance/claims/rules/account.ts";
import type { CoverState } from "#lib/insurance/contracts/rules/cover.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** The insured object of a claim: its cover, and the other claims of the contract product and of the entries it replaced. */
export interface InsuredObject {
  /** Null if the cover is unknown. */
  valueCents: Cents | null;
  atLoss: CoverState | null;
  /** The sums of the other claims together. */
  others: Pick<ClaimAccount, "refundedCents" | "returnedCents" | "proposedCents">;
}

export const unknownObject: InsuredObject = {
  valueCents: null,
  atLoss: null,
  others: { refundedCents: 0, returnedCents: 0, proposedCents: 0 },
};

/** Adds up the accounts of the other claims of an object, each with its own settlements. */
export function othersOf(claims: readonly (readonly Entry[])[]): InsuredObject["others"] {
  const accounts = claims.map(accountOf);
  return {
    refundedCents: accounts.reduce((cents, account) => cents + account.refundedCents, 0),
    returnedCents: accounts.reduce((cents, account) => cents + account.returnedCents, 0),
    proposedCents: accounts.reduce((cents, account) => cents + account.proposedCents, 0),
  };
}

/** The amount that may still be paid before the value of the object requires a second handler; null if the value is unknown. */
export function restOfValue({ settlements }: { settlements: readonly Entry[] }, { valueCents, others }: InsuredObject): Cents | null {
  return valueCents === null ? null : Math.max(valueCents - others.refundedCents - accountOf(settlements).refundedCents, 0);
}
