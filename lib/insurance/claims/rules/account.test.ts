import { describe, expect, test } from "vitest";
import { sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import type { ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { accountOf, followTransfers } from "#lib/insurance/claims/rules/account.ts";

const day = (number: number) => new Date(Date.UTC(2027, 0, number));
const refund = (id: string, amountCents: number, changes: Partial<ClaimSettlement> = {}) =>
  sampleRefund({ id, amountCents, createdAt: day(1), ...changes });
const deduction = (id: string, amountCents: number, changes: Partial<ClaimSettlement> = {}) =>
  sampleRefund({ id, type: "charge", paymentState: null, amountCents, withheldCents: 0, createdAt: day(2), ...changes });
const amounts = (settlements: ClaimSettlement[]) => accountOf(settlements).transfers.map(({ amountCents }) => amountCents);

describe("a transfer", () => {
  test("is the refund less the deduction", () => {
    expect(accountOf([refund("a", 24_550), deduction("b", 4_550)])).toEqual({
      transfers: [{ settlementId: "a", state: "approved", amountCents: 20_000, withheldCents: 4_550 }],
      paidCents: 0,
      toPayCents: 20_000,
      netCents: 20_000,
      committedCents: 24_550,
      openRefundCents: 24_550,
      returnedCents: 0,
      proposedCents: 0,
      deductedCents: 4_550,
      openDeductionCents: 4_550,
      laterDeductionCents: 0,
    });
  });

  // rules/settlements.md#deduct-3
  test("is never negative: what a deduction leaves over reduces the next refund", () => {
    const refunds = [refund("a", 10_000), refund("b", 5_000), refund("c", 2_000)];
    expect(amounts([...refunds, deduction("d", 12_000)])).toEqual([0, 3_000, 2_000]);
    const largest = [...refunds, deduction("d", 50_000)];
    expect(amounts(largest)).toEqual([0, 0, 0]);
    expect(accountOf(largest)).toMatchObject({ laterDeductionCents: 33_000 });
  });

  // rules/settlements.md#deduct-6
  test("is as it was once the bank has it, whatever is deducted later", () => {
    const atBank = refund("a", 10_000, { paymentState: "executing", withheldCents: 1_000 });
    const settlements = [atBank, refund("b", 5_000), deduction("c", 1_000, { withheldCents: 1_000 }), deduction("d", 7_000)];
    expect(amounts(settlements)).toEqual([9_000, 0]);
    expect(accountOf(settlements)).toMatchObject({ openDeductionCents: 7_000, netCents: 9_000 });
  });

  test("counts neither what came back, was cancelled or waits for a second handler", () => {
    const settlements = [
      refund("a", 1, { paymentState: "failed", withheldCents: 1 }),
      refund("b", 2, { paymentState: "cancelled" }),
      refund("c", 3, { paymentState: "declined" }),
      refund("d", 4, { paymentState: "pending_approval" }),
      deduction("e", 5),
      sampleRefund({ id: "f", type: "cancel", paymentState: null, amountCents: 5, concerns: "e" }),
      deduction("g", 6, { paymentState: "pending_approval", withheldCents: null }),
      deduction("h", 7, { paymentState: "declined", withheldCents: null }),
      refund("i", 100),
    ];
    expect(accountOf(settlements)).toMatchObject({ netCents: 100, committedCents: 100, proposedCents: 4, deductedCents: 0 });
  });
});

describe("a deduction", () => {
  const paidOn = (number: number, id: string, amountCents: number, withheldCents: number) =>
    refund(id, amountCents, { paymentState: "paid", paymentAt: day(number), countedAt: day(number), withheldCents });

  test("is withheld on the day of the payment that took the rest of it", () => {
    const settlements = [paidOn(5, "a", 10_000, 10_000), paidOn(9, "b", 5_000, 2_000), deduction("c", 11_000), deduction("d", 1_000)];
    expect(followTransfers(settlements, day(20)).slice(2)).toMatchObject([
      { id: "c", withheldCents: 11_000, paymentAt: day(9) },
      { id: "d", withheldCents: 1_000, paymentAt: day(9) },
    ]);
  });

  test("stays open in part, and has no date, until a later refund takes the rest", () => {
    expect(followTransfers([paidOn(5, "a", 10_000, 10_000), deduction("b", 11_000)], day(20))[1]).toMatchObject({
      withheldCents: 10_000,
      paymentAt: null,
    });
  });

  test("is open again once the payment that withheld it came back", () => {
    const failed = { ...paidOn(5, "a", 10_000, 1_000), paymentState: "failed" as const };
    const settlements = [failed, deduction("b", 1_000, { withheldCents: 1_000, paymentAt: day(5) }), refund("c", 10_000)];
    expect(followTransfers(settlements, day(20))[1]).toMatchObject({ withheldCents: 0, paymentAt: null });
    expect(amounts(followTransfers(settlements, day(20)))).toEqual([9_000]);
  });

  test("of a release before is subtracted, and keeps the mark of its time until then", () => {
    const old = deduction("b", 1_000, { withheldCents: null, paymentAt: day(2) });
    expect(amounts([refund("a", 10_000), old])).toEqual([9_000]);
    expect(followTransfers([refund("a", 10_000), old], day(20))[1]).toMatchObject({ withheldCents: null });
    expect(followTransfers([paidOn(5, "a", 10_000, 1_000), old], day(20))[1]).toMatchObject({ withheldCents: 1_000, paymentAt: day(5) });
  });

  test("of a release before that a closed month has counted is taken back with the first payment that withholds of it, and once", () => {
    const closed = new Date("2027-03-10T12:00:00.000Z");
    const old = deduction("b", 1_000, { withheldCents: null, paymentAt: day(2) });
    const atBank = refund("a", 400, { paymentState: "executing", withheldCents: 400 });
    const handed = followTransfers([atBank, old], closed);
    expect(handed[1]).toMatchObject({ withheldCents: 400, countedAt: old.createdAt });
    const paid = followTransfers([{ ...paidOn(5, "a", 400, 400), countedAt: closed }, ...handed.slice(1)], closed);
    expect(paid[1]).toMatchObject({ withheldCents: 400, countedAt: closed });
    const later = new Date("2027-05-10T12:00:00.000Z");
    const more = followTransfers([...paid, { ...paidOn(9, "c", 5_000, 600), countedAt: later }], later);
    expect(more[1]).toMatchObject({ withheldCents: 1_000, countedAt: closed });
    expect(followTransfers([{ ...paidOn(5, "a", 400, 400), countedAt: day(20) }, old], day(20))[1]).toMatchObject({ countedAt: null });
  });
});
