import type { ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import type { PaymentState } from "#lib/insurance/claims/schema.ts";
import { closingOf, monthOf } from "#lib/insurance/statements/rules/months.ts";
import type { Cents } from "#lib/platform/money/money.ts";

export type Entry = Pick<
  ClaimSettlement,
  "id" | "type" | "paymentState" | "amountCents" | "withheldCents" | "concerns" | "paymentAt" | "countedAt" | "createdAt"
>;

/** A transfer for one refund, made or still to be made. */
export interface Transfer {
  settlementId: string;
  state: Extract<PaymentState, "approved" | "executing" | "paid">;
  /** The refund less what deductions take of it; 0 if they take all of it. */
  amountCents: Cents;
  withheldCents: Cents;
}

export interface ClaimAccount {
  transfers: Transfer[];
  /** Transfers that were made and did not come back. */
  paidCents: Cents;
  /** Transfers that are still to be made. */
  toPayCents: Cents;
  /** The sum of both, which the insurer bears. */
  netCents: Cents;
  /** The transfers at the bank or paid, and approved refunds before deductions, which can be cancelled. Limits count them. */
  committedCents: Cents;
  /** Refunds without a transfer at the bank or made. */
  openRefundCents: Cents;
  /** Refunds whose transfer was at the bank or made, and came back as a handler says. */
  returnedCents: Cents;
  /** Refunds that wait for a second handler. */
  proposedCents: Cents;
  /** Deductions that were not cancelled. */
  deductedCents: Cents;
  /** The part of the deductions that no transfer at the bank or made has withheld. */
  openDeductionCents: Cents;
  /** The part of the deductions that no transfer takes, so that later refunds have to. */
  laterDeductionCents: Cents;
}

const startedStates: readonly (PaymentState | null)[] = ["executing", "paid"];

/**
 * The account of one claim (rules/settlements.md#deduct-3). Deductions reduce the transfers of refunds, the oldest first, and never below
 * zero. The amount withheld from a transfer is final once the bank has it; until then it is counted anew.
 */
export function accountOf(settlements: readonly Entry[]): ClaimAccount {
  const refunds = inOrder(settlements.filter(({ type }) => type === "refund"));
  const deductions = deductionsOf(settlements);
  const deductedCents = sum(deductions);
  const openDeductionCents = deductedCents - withheldFrom(refunds, startedStates);
  let restCents = openDeductionCents;
  const transfers: Transfer[] = [];
  for (const { id, paymentState: state, amountCents, withheldCents } of refunds) {
    if (state !== "approved" && state !== "executing" && state !== "paid") continue;
    const taken = state === "approved" ? Math.min(amountCents, restCents) : (withheldCents ?? 0);
    if (state === "approved") restCents -= taken;
    transfers.push({ settlementId: id, state, amountCents: amountCents - taken, withheldCents: taken });
  }
  const paidCents = sum(transfers.filter(({ state }) => state === "paid"));
  const netCents = sum(transfers);
  const openRefundCents = sum(refunds.filter(({ paymentState }) => paymentState === "approved"));
  return {
    transfers,
    paidCents,
    toPayCents: netCents - paidCents,
    netCents,
    committedCents: sum(transfers.filter(({ state }) => state !== "approved")) + openRefundCents,
    openRefundCents,
    returnedCents: sum(refunds.filter(({ paymentState, withheldCents }) => paymentState === "failed" && withheldCents !== null)),
    proposedCents: sum(refunds.filter(({ paymentState }) => paymentState === "pending_approval")),
    deductedCents,
    openDeductionCents,
    laterDeductionCents: restCents,
  };
}

/** The transfer of a refund; undefined for one that is not, or no longer, to be paid. */
export function transferOf(settlements: readonly Entry[], settlementId: string): Transfer | undefined {
  return accountOf(settlements).transfers.find((transfer) => transfer.settlementId === settlementId);
}

/**
 * Says of each deduction how much of it transfers have withheld, and since when all of it is: from the day of the payment that took the
 * rest. A payment that comes back opens what it had withheld again.
 */
export function followTransfers<Stored extends Entry>(settlements: readonly Stored[], now: Date): Stored[] {
  const refunds = settlements.filter(({ type }) => type === "refund");
  const paid = refunds
    .filter(({ paymentState, withheldCents }) => paymentState === "paid" && (withheldCents ?? 0) > 0)
    .toSorted((a, b) => (a.paymentAt?.getTime() ?? 0) - (b.paymentAt?.getTime() ?? 0));
  const withheldCents = withheldFrom(refunds, startedStates);
  let until = 0;
  const changed = new Map<string, Stored>();
  for (const deduction of deductionsOf(settlements)) {
    const before = until;
    until += deduction.amountCents;
    const taken = Math.min(Math.max(withheldCents - before, 0), deduction.amountCents);
    // One of a release before, of which nothing was withheld, keeps the mark of its time.
    const isOld = deduction.withheldCents === null && taken === 0;
    const countedAt = isOld ? null : countedAgainAt(deduction, coveringOf(paid, before + 1)?.countedAt ?? null, now);
    changed.set(deduction.id, {
      ...deduction,
      withheldCents: isOld ? null : taken,
      paymentAt: coveringOf(paid, until)?.paymentAt ?? null,
      countedAt,
    });
  }
  return settlements.map((one) => changed.get(one.id) ?? one);
}

/**
 * When the statement takes back a deduction that a release before made, and that the closed month of its making has counted: with the
 * first payment that withholds of it, which counts it once more. Until that payment it is the time of the making; null for any other.
 */
function countedAgainAt({ withheldCents, countedAt, createdAt }: Entry, paidAt: Date | null, now: Date): Date | null {
  const wasCounted = countedAt !== null || (withheldCents === null && closingOf(monthOf(createdAt)) <= now);
  if (!wasCounted) return null;
  return countedAt !== null && countedAt > createdAt ? countedAt : (paidAt ?? createdAt);
}

/** The payment by which this sum was withheld in all. */
function coveringOf(paid: readonly Entry[], cents: Cents): Entry | undefined {
  let withheld = 0;
  return paid.find(({ withheldCents }) => (withheld += withheldCents ?? 0) >= cents);
}

/** The deductions that count, the oldest first: without cancelled, proposed and declined ones. */
function deductionsOf<Stored extends Entry>(settlements: readonly Stored[]): Stored[] {
  const cancelled = new Set(settlements.flatMap(({ type, concerns }) => (type === "cancel" ? [concerns] : [])));
  return inOrder(settlements.filter(({ id, type, paymentState }) => type === "charge" && paymentState === null && !cancelled.has(id)));
}

function inOrder<Stored extends Entry>(settlements: readonly Stored[]): Stored[] {
  return settlements.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
}

function withheldFrom(refunds: readonly Entry[], states: readonly (PaymentState | null)[]): Cents {
  return refunds.reduce((cents, { paymentState, withheldCents }) => cents + (states.includes(paymentState) ? (withheldCents ?? 0) : 0), 0);
}

function sum(amounts: readonly { amountCents: Cents }[]): Cents {
  return amounts.reduce((cents, { amountCents }) => cents + amountCents, 0);
}
