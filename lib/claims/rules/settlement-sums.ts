import type { Claim, ClaimSettlement } from "#lib/claims/claim.ts";
import type { Cents } from "#lib/money.ts";

type Counted = Pick<ClaimSettlement, "id" | "type" | "paymentState" | "amountCents" | "concerns">;

export interface ClaimSums {
  paidCents: Cents;
  /** Approved refunds whose transfer is not made yet. */
  toPayCents: Cents;
  chargedCents: Cents;
  /** What the insurer bears: paid and to pay, less what was charged. */
  netCents: Cents;
}

/** Adds up what a claim pays and charges: without returned, cancelled and proposed refunds, and without cancelled charges. */
export function sumSettlements(settlements: readonly Counted[]): ClaimSums {
  const cancelled = new Set(settlements.flatMap(({ type, concerns }) => (type === "cancel" ? [concerns] : [])));
  const sum = (counts: (one: Counted) => boolean) => settlements.reduce((cents, one) => (counts(one) ? cents + one.amountCents : cents), 0);
  const paidCents = sum(({ paymentState }) => paymentState === "paid");
  const toPayCents = sum(({ paymentState }) => paymentState === "approved" || paymentState === "executing");
  const chargedCents = sum(({ id, type }) => type === "charge" && !cancelled.has(id));
  return { paidCents, toPayCents, chargedCents, netCents: paidCents + toPayCents - chargedCents };
}

/** Why the desk asks once more before a refund is approved. */
export type RefundDoubt = "aboveValue" | "unverifiedDocuments";

/**
 * Lists what speaks against a refund: with it the claim pays more than the insured value, or documents are still to be verified.
 * `valueCents` is undefined where the cover is unknown.
 */
export function doubtsAboutRefund(
  { settlements, documents }: { settlements: readonly Counted[]; documents: readonly Pick<Claim["documents"][number], "status">[] },
  amountCents: Cents,
  valueCents: Cents | undefined,
): RefundDoubt[] {
  const { paidCents, toPayCents } = sumSettlements(settlements);
  const doubts: RefundDoubt[] = [];
  if (valueCents !== undefined && paidCents + toPayCents + amountCents > valueCents) doubts.push("aboveValue");
  if (documents.some(({ status }) => status === "to_verify")) doubts.push("unverifiedDocuments");
  return doubts;
}

/**
 * Whether a second handler has to approve a refund: with it, the claim pays more than the limit, in one refund or in several. A null limit
 * is off. Test claims move no money.
 */
export function needsSecondHandler(
  { test, settlements }: { test: boolean; settlements: readonly Counted[] },
  amountCents: Cents,
  aboveCents: Cents | null,
): boolean {
  if (aboveCents === null || test) return false;
  const { paidCents, toPayCents } = sumSettlements(settlements);
  const proposed = settlements.find(({ paymentState }) => paymentState === "pending_approval");
  return paidCents + toPayCents + (proposed?.amountCents ?? 0) + amountCents > aboveCents;
}
