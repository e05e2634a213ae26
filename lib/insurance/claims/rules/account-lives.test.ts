import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleClaim } from "#lib/insurance/claims/claim.fixture.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { expectAccount, madeAlone, moneyActions, actionOf, refunded, stepOf } from "#lib/insurance/claims/rules/account-lives.fixture.ts";
import type { Step } from "#lib/insurance/claims/rules/account-lives.fixture.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import { startPayment } from "#lib/insurance/claims/rules/actions-payments.ts";
import { applyAction } from "#lib/insurance/claims/rules/actions.ts";
import { othersOf } from "#lib/insurance/claims/rules/insured-news.ts";
import { monthOf } from "#lib/insurance/statements/rules/months.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const valueCents = 100_000;
const limit = 60_000;
const start = Date.parse("2027-01-25T10:00:00.000Z");

const step = stepOf(moneyActions);

/** The bank's transfers, counted independently of the rule. */
interface Bank {
  at: Date;
  claim: number;
  cents: number;
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
      handlerId: `usr_${one.person}`,
      ids: { settlement: `s${index}`, refund: `r${index}` },
      fourEyesAboveCents: limit,
      object,
    };
    try {
      const move = actionOf(before, one);
      const after =
        one.action === "bank" && "settlementId" in move
          ? startPayment(before, move.settlementId, at).claim
          : applyAction(before, move, context).claim;
      const refundedBefore = refunded(claims);
      claims[one.claim] = after;
      if (refunded(claims) > refundedBefore && refunded(claims) > limit) {
        alone.push(...madeAlone(after, at));
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

/** A claim's month as the statement counts it (lib/insurance/statements/figures.ts). */
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

// rules/settlements.md#weigh-4
test("whatever handlers do, transfers are refunds less deductions, never negative, and above the insured value only with two people", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { claims, bank, alone, now } = live(steps);
      for (const [place, { settlements }] of claims.entries()) {
        const cents = bank.filter(({ claim }) => claim === place).reduce((sum, one) => sum + one.cents, 0);
        expectAccount(settlements, cents);
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
