import type { Claim, ClaimEntry } from "#lib/insurance/claims/claim.ts";
import { accountOf, transferOf } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimAccount, Entry } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
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

/** What a change of a claim means for the insured (rules/notices.md#insured-2). */
export type InsuredNews =
  | { kind: "claimReceived" }
  | { kind: "documentRequested"; documents: { type: string; note: string | null }[] }
  | { kind: "documentRefused"; documents: { type: string; note: string | null }[] }
  /** `reason` is that of a refusal; null once it is accepted. */
  | { kind: "claimDecided"; reason: string | null }
  /** `amountCents` is the transfer, less deductions. */
  | { kind: "claimPaid"; amountCents: Cents; paidAt: Date };

/** The news of a change for the insured, in the order in which they happened; none for most changes. */
export function newsOf(before: Claim, { claim, events }: ClaimChange): InsuredNews[] {
  const news: InsuredNews[] = [];
  if (events.includes("v2.claim.created")) news.push({ kind: "claimReceived" });
  const refused = claim.documents
    .filter(({ id, status }) => status === "rejected" && before.documents.some((one) => one.id === id && one.status !== "rejected"))
    .map(({ type, refusalReason }) => ({ type, note: refusalReason }));
  if (refused.length > 0) news.push({ kind: "documentRefused", documents: refused });
  // The message of a refusal asks for another document already.
  const requested = claim.entries.filter((entry) => isNewRequest(before, entry) && !refused.some(({ type }) => type === entry.type));
  if (requested.length > 0) {
    news.push({ kind: "documentRequested", documents: requested.map(({ type, note = null }) => ({ type, note })) });
  }
  if (events.includes("v2.claim.refused")) news.push({ kind: "claimDecided", reason: claim.rejectionReason });
  if (!isToPay(before) && isToPay(claim)) news.push({ kind: "claimDecided", reason: null });
  return [...news, ...paymentsIn(before, claim)];
}

function isNewRequest({ entries }: Claim, { type, requested, note = null }: ClaimEntry): boolean {
  const earlier = entries.find((entry) => entry.type === type);
  return requested && (earlier?.requested !== true || (earlier.note ?? null) !== note);
}

/** A returned payment is made again: the decision was taken before. */
function isToPay({ settlements }: Claim): boolean {
  return settlements.some(({ id }) => transferOf(settlements, id) !== undefined);
}

function paymentsIn(before: Claim, { settlements }: Claim): InsuredNews[] {
  return settlements.flatMap(({ id, paymentState, paymentAt }): InsuredNews[] => {
    const wasPaid = before.settlements.some((one) => one.id === id && one.paymentState === "paid");
    const amountCents = transferOf(settlements, id)?.amountCents ?? 0;
    if (paymentState !== "paid" || wasPaid || paymentAt === null || amountCents === 0) return [];
    return [{ kind: "claimPaid", amountCents, paidAt: paymentAt }];
  });
}

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
