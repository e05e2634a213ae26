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
  others: Pick<ClaimAccount, "netCents" | "committedCents" | "returnedCents" | "proposedCents">;
}

export const unknownObject: InsuredObject = {
  valueCents: null,
  atLoss: null,
  others: { netCents: 0, committedCents: 0, returnedCents: 0, proposedCents: 0 },
};

/** Adds up the accounts of the other claims of an object, each with its own settlements. */
export function othersOf(claims: readonly (readonly Entry[])[]): InsuredObject["others"] {
  const accounts = claims.map(accountOf);
  const sumOf = (name: keyof InsuredObject["others"]) => accounts.reduce((cents, account) => cents + account[name], 0);
  return {
    netCents: sumOf("netCents"),
    committedCents: sumOf("committedCents"),
    returnedCents: sumOf("returnedCents"),
    proposedCents: sumOf("proposedCents"),
  };
}

/** The insured value less what is paid and to be paid for the object, after deductions; null if the value is unknown. */
export function restOfValue({ settlements }: { settlements: readonly Entry[] }, { valueCents, others }: InsuredObject): Cents | null {
  return valueCents === null ? null : Math.max(valueCents - others.netCents - accountOf(settlements).netCents, 0);
}
