import { describe, expect, test } from "vitest";
import { sampleClaim, sampleDocument, sampleRefund } from "#lib/insurance/claims/claim.fixture.ts";
import type { ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { othersOf, restOfValue, unknownObject } from "#lib/insurance/claims/rules/insured-news.ts";
import type { InsuredObject } from "#lib/insurance/claims/rules/insured-news.ts";
import { weighDeduction, weighRefund } from "#lib/insurance/claims/rules/refund.ts";

const paid = sampleRefund({ amountCents: 40_000, paymentState: "paid" });
const approved = sampleRefund({ amountCents: 20_000 });
const proposal = sampleRefund({ amountCents: 300_000, paymentState: "pending_approval", proposedBy: "usr_1" });
const returned = sampleRefund({ amountCents: 40_000, paymentState: "failed", withheldCents: 0 });
const deduction = sampleRefund({ type: "charge", amountCents: 15_000, paymentState: null, withheldCents: 0 });
const complete = { documents: [], entries: [] };
const claimWith = (settlements: ClaimSettlement[], changes: object = {}) => sampleClaim({ ...complete, settlements, ...changes });
const object = (changes: Partial<InsuredObject>): InsuredObject => ({ ...unknownObject, ...changes });

describe("a doubt about a refund", () => {
  test.each<[string, ClaimSettlement[], Partial<InsuredObject>, number, boolean]>([
    ["none at the insured value", [paid], { valueCents: 60_000 }, 20_000, false],
    ["a cent above it", [paid], { valueCents: 60_000 }, 20_001, true],
    ["the refunds of other claims on the product count", [], { valueCents: 60_000, others: othersOf([[paid], [approved]]) }, 1, true],
    ["a deduction that a transfer withheld makes room", [{ ...paid, withheldCents: 15_000 }], { valueCents: 60_000 }, 35_000, false],
    ["a cent above that room", [{ ...paid, withheldCents: 15_000 }], { valueCents: 60_000 }, 35_001, true],
    ["other deductions do not make room, since they can be cancelled", [paid, deduction], { valueCents: 60_000 }, 20_001, true],
    ["none where the value is unknown", [paid], {}, 5_000_000, false],
  ])("of its amount: %s", (_name, settlements, facts, amountCents, hasWarnings) => {
    const { warnings, secondHandlerFor } = weighRefund(claimWith(settlements), object(facts), amountCents, 5_000_000);
    expect(warnings.includes("aboveValue")).toBe(hasWarnings);
    expect(secondHandlerFor.includes("aboveValue")).toBe(hasWarnings);
  });

  // rules/settlements.md#weigh-2
  test("of its documents: a mandatory one is missing or was refused, or one is not verified", () => {
    const entries = [{ type: "Dépôt de plainte", category: "mandatory" as const, requested: false }];
    const warningsWith = (documents: ReturnType<typeof sampleDocument>[]) =>
      weighRefund(claimWith([], { entries, documents }), unknownObject, 1, null).warnings;
    const of = (status: "accepted" | "rejected" | "to_verify") => sampleDocument("Dépôt de plainte", "image/png", { status });
    expect(warningsWith([])).toEqual(["missingDocuments"]);
    expect(warningsWith([of("rejected")])).toEqual(["missingDocuments"]);
    expect(warningsWith([of("to_verify")])).toEqual(["unverifiedDocuments"]);
    expect(warningsWith([of("accepted")])).toEqual([]);
  });

  // rules/settlements.md#weigh-2
  test("of the cover: the product was not covered at the date of loss", () => {
    expect(weighRefund(claimWith([]), object({ atLoss: "ended" }), 1, null).warnings).toEqual(["notCovered"]);
    expect(weighRefund(claimWith([]), object({ atLoss: "covered" }), 1, null).warnings).toEqual([]);
  });
});

test.each<[string, ClaimSettlement[], ClaimSettlement[][], number, number | null, boolean]>([
  ["never without a limit", [], [], 5_000_000, null, false],
  ["not at the limit", [], [], 50_000, 50_000, false],
  ["a cent above the limit", [], [], 50_001, 50_000, true],
  ["for a small refund that brings the claim above the limit", [paid], [], 10_001, 50_000, true],
  ["for a small refund that brings the claims on the product above the limit", [], [[paid], [approved]], 1, 60_000, true],
  ["to pay again what the bank had and is said to have returned", [returned], [], 10_001, 50_000, true],
  ["to pay on another claim what is said to have returned", [], [[returned]], 10_001, 50_000, true],
  ["not for what never was at the bank", [{ ...returned, withheldCents: null }], [], 50_000, 50_000, false],
  ["while another one waits", [proposal], [], 1, 300_000, true],
  ["for every refund with a limit of nothing", [], [], 1, 0, true],
])("a second handler is needed %s", (_name, settlements, others, amountCents, limit, isNeeded) => {
  const weigh = (test_: boolean) =>
    weighRefund(claimWith(settlements, { test: test_ }), object({ others: othersOf(others) }), amountCents, limit).secondHandlerFor;
  expect(weigh(false)).toEqual(isNeeded ? ["aboveLimit"] : []);
  expect(weigh(true)).toEqual([]);
});

test.each<[string, ClaimSettlement[], number, number | null, boolean]>([
  ["not up to the refunds that are still to be transferred", [approved], 20_000, 500_000, false],
  ["above them", [approved], 20_001, 500_000, true],
  ["with an earlier deduction", [approved, deduction], 5_001, 500_000, true],
  ["without any refund", [], 1, 500_000, true],
  ["for what was paid before, which it can no longer reduce", [paid], 1, 500_000, true],
  ["never where four eyes are off", [], 500_000, null, false],
])("a deduction needs a second handler %s", (_name, settlements, amountCents, limit, isNeeded) => {
  expect(weighDeduction(claimWith(settlements), amountCents, limit)).toEqual(isNeeded ? ["aboveRefunds"] : []);
  expect(weighDeduction(claimWith(settlements, { test: true }), amountCents, limit)).toEqual([]);
});

test("what is left of the insured value is after deductions, as what is paid and to be paid beside it", () => {
  const facts = object({ valueCents: 100_000, others: othersOf([[{ ...paid, withheldCents: 15_000 }]]) });
  expect(restOfValue(claimWith([approved]), facts)).toBe(55_000);
  expect(restOfValue(claimWith([approved, deduction]), facts)).toBe(70_000);
  expect(restOfValue(claimWith([proposal]), facts)).toBe(75_000);
  expect(restOfValue(claimWith([]), unknownObject)).toBeNull();
});
