import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleClaim } from "#lib/claims/claim.fixture.ts";
import type { Claim } from "#lib/claims/claim.ts";
import { accountOf } from "#lib/claims/rules/account.ts";
import { othersOf } from "#lib/claims/rules/insured-object.ts";
import { applyMove } from "#lib/claims/rules/moves.ts";
import { startPayment } from "#lib/claims/rules/payments.ts";
import type { ClaimMove } from "#lib/claims/schema-desk.ts";
import { ApiError } from "#lib/errors/catalogue.ts";
import { monthOf } from "#lib/statements/rules/months.ts";

const valueCents = 100_000;
const limit = 60_000;
const start = Date.parse("2027-01-25T10:00:00.000Z");

const step = fc.record({
  hours: fc.integer({ min: 1, max: 200 }),
  claim: fc.nat(1),
  person: fc.constantFrom("usr_1", "usr_2"),
  action: fc.constantFrom("approve", "deduct", "bank", "pay", "return", "cancel", "decide", "decline", "reopen"),
  amountCents: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 120_000 })),
  pick: fc.nat(7),
});

/** What the bank did, counted beside the rule. */
interface Bank {
  at: Date;
  claim: number;
  cents: number;
}

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function moveOf({ settlements }: Claim, { action, amountCents, pick }: Step): ClaimMove {
  const settlementId = settlements[pick % Math.max(settlements.length, 1)]?.id ?? "none";
  const reason = "-";
  switch (action) {
    case "approve":
      return { move: "approveRefund", amountCents, reason };
    case "deduct":
      return { move: "chargeClaim", amountCents, reason };
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

function live(steps: readonly Step[]) {
  const claims = [0, 1].map((place) =>
    sampleClaim({ id: `claim_${place}`, stage: "waiting_for_tulip", status: "in_progress", documents: [], entries: [], settlements: [] }),
  );
  const bank: Bank[] = [];
  /** Refunds that brought the claims above the value or the limit, and that one person made. */
  const alone: string[] = [];
  let now = start;
  for (const [index, one] of steps.entries()) {
    now += one.hours * 3_600_000;
    const at = new Date(now);
    const before = claims[one.claim] as Claim;
    const object = { valueCents, atLoss: "covered" as const, others: othersOf([(claims[1 - one.claim] as Claim).settlements]) };
    const context = {
      now: at,
      handlerId: one.person,
      ids: { settlement: `s${index}`, refund: `r${index}` },
      fourEyesAboveCents: limit,
      object,
    };
    try {
      const move = moveOf(before, one);
      const after =
        one.action === "bank" && "settlementId" in move
          ? startPayment(before, move.settlementId, at).claim
          : applyMove(before, move, context).claim;
      const refundedBefore = refunded(claims);
      claims[one.claim] = after;
      if (refunded(claims) > refundedBefore && refunded(claims) > limit) {
        const newest = after.settlements.filter(({ type, createdAt }) => type === "refund" && createdAt.getTime() === now);
        alone.push(...newest.filter(({ proposedBy, decidedBy }) => decidedBy === null || decidedBy === proposedBy).map(({ id }) => id));
      }
      const [was, is] = [accountOf(before.settlements).paidCents, accountOf(after.settlements).paidCents];
      if (was !== is) bank.push({ at, claim: one.claim, cents: is - was });
    } catch (error) {
      // A rule refused the step, which then changed nothing.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return { claims, bank, alone, now: new Date(now) };
}

function refunded(claims: readonly Claim[]): number {
  return claims.reduce((cents, { settlements }) => cents + accountOf(settlements).refundedCents, 0);
}

/** A claim's month as the statement counts it (lib/statements/figures.ts). */
function countMonth(settlements: Claim["settlements"], month: string): number {
  return settlements.reduce((cents, one) => {
    const concerned = settlements.find(({ id }) => id === one.concerns);
    if (one.type === "refund" && one.countedAt !== null && monthOf(one.countedAt) === month) {
      return cents + one.amountCents - (one.withheldCents ?? 0);
    }
    const isReturned = one.type === "returned" && concerned?.paymentAt !== null && monthOf(one.createdAt) === month;
    return isReturned ? cents - one.amountCents + (concerned?.withheldCents ?? 0) : cents;
  }, 0);
}

test("whatever handlers do, transfers are refunds less deductions, never negative, and above the insured value only with two people", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { claims, bank, alone, now } = live(steps);
      for (const [place, { settlements }] of claims.entries()) {
        const account = accountOf(settlements);
        const rest = account.deductedCents - account.transfers.reduce((cents, { withheldCents }) => cents + withheldCents, 0);
        expect(account.netCents).toBe(account.refundedCents - (account.deductedCents - rest));
        expect(rest).toBeGreaterThanOrEqual(0);
        // Nothing is left to deduct while a refund could still take it.
        if (rest > 0) expect(account.transfers.filter(({ state, amountCents }) => state === "approved" && amountCents > 0)).toEqual([]);
        expect(account.transfers.filter(({ amountCents }) => amountCents < 0)).toEqual([]);
        expect(bank.filter(({ claim }) => claim === place).reduce((cents, one) => cents + one.cents, 0)).toBe(account.paidCents);
        for (const one of settlements.filter(({ type, paymentState }) => type === "charge" && paymentState === null)) {
          expect((one.withheldCents ?? 0) === one.amountCents || one.paymentAt === null).toBe(true);
        }
      }
      const months = new Set([...bank.map(({ at }) => monthOf(at)), monthOf(now)]);
      for (const month of months) {
        const counted = claims.reduce((cents, { settlements }) => cents + countMonth(settlements, month), 0);
        expect(counted).toBe(bank.filter(({ at }) => monthOf(at) === month).reduce((cents, one) => cents + one.cents, 0));
      }
      expect(alone).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
