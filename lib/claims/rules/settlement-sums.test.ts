import { expect, test } from "vitest";
import { sampleClaim, sampleDocument, sampleRefund } from "#lib/claims/claim.fixture.ts";
import { doubtsAboutRefund, needsSecondHandler, sumSettlements } from "#lib/claims/rules/settlement-sums.ts";

const at = new Date("2027-01-06T10:00:00.000Z");
const paid = sampleRefund({ amountCents: 40_000, paymentState: "paid", paymentAt: at });
const toPay = sampleRefund({ amountCents: 20_000 });
const executing = sampleRefund({ amountCents: 1_000, paymentState: "executing" });
const charge = sampleRefund({ type: "charge", amountCents: 15_000, paymentState: null });
const cancelledCharge = sampleRefund({ type: "charge", amountCents: 7_000, paymentState: null });
const proposal = sampleRefund({ amountCents: 300_000, paymentState: "pending_approval", proposedBy: "usr_1" });
const uncounted = [
  sampleRefund({ amountCents: 1, paymentState: "failed" }),
  sampleRefund({ type: "returned", amountCents: 1, paymentState: null }),
  sampleRefund({ amountCents: 2, paymentState: "cancelled" }),
  sampleRefund({ amountCents: 3, paymentState: "declined", proposedBy: "usr_1", decidedBy: "usr_2" }),
  cancelledCharge,
  sampleRefund({ type: "cancel", amountCents: 7_000, paymentState: null, concerns: cancelledCharge.id }),
];

test("what a claim pays and charges leaves out what came back, was cancelled, or waits for a second handler", () => {
  expect(sumSettlements([])).toEqual({ paidCents: 0, toPayCents: 0, chargedCents: 0, netCents: 0 });
  expect(sumSettlements([paid, toPay, executing, charge, proposal, ...uncounted])).toEqual({
    paidCents: 40_000,
    toPayCents: 21_000,
    chargedCents: 15_000,
    netCents: 46_000,
  });
});

const verified = [
  sampleDocument("Devis", "image/png", { status: "accepted" }),
  sampleDocument("Photo", "image/png", { status: "rejected" }),
];

test.each([
  ["no doubt at the insured value", 60_000, 100_000, verified, []],
  ["a doubt a cent above it, with all refunds", 60_000, 99_999, verified, ["aboveValue"]],
  ["no doubt where the value is unknown", 60_000, undefined, verified, []],
  ["a doubt with a document to verify", 1, 100_000, [...verified, sampleDocument("Facture")], ["unverifiedDocuments"]],
  ["both doubts", 100_001, 100_000, [sampleDocument("Facture")], ["aboveValue", "unverifiedDocuments"]],
])("a refund raises %s", (_name, amountCents, valueCents, documents, doubts) => {
  expect(doubtsAboutRefund({ settlements: [paid, proposal, ...uncounted], documents }, amountCents, valueCents)).toEqual(doubts);
});

test.each([
  ["never without a limit", [], 5_000_000, null, false],
  ["not at the limit", [], 50_000, 50_000, false],
  ["a cent above the limit", [], 50_001, 50_000, true],
  ["for a small refund that brings the claim above the limit", [paid], 10_001, 50_000, true],
  ["while another one waits", [proposal], 1, 300_000, true],
  ["not for refunds that came back or were cancelled", uncounted, 50_000, 50_000, false],
  ["for every refund with a limit of nothing", [], 1, 0, true],
])("a second handler is needed %s", (_name, settlements, amountCents, aboveCents, isNeeded) => {
  expect(needsSecondHandler(sampleClaim({ settlements }), amountCents, aboveCents)).toBe(isNeeded);
  expect(needsSecondHandler(sampleClaim({ settlements, test: true }), amountCents, aboveCents)).toBe(false);
});
