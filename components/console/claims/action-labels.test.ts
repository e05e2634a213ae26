import { expect, test } from "vitest";
import { wordsOf } from "#components/console/claims/action-labels.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";

const settlements = [
  { id: "stl_charge", type: "charge" },
  { id: "stl_refund", type: "refund" },
] as const;
const none = { transfers: [] };

test.each<[ClaimStatus, boolean, string]>([
  ["pending_info", true, "goOn"],
  ["pending_info", false, "takeOver"],
  ["submitted", false, "takeOver"],
])("a claim that is %s and one's own (%j) is offered as %s", (status, yours, words) => {
  expect(wordsOf({ status, yours, settlements, account: none }, { move: "takeOver", target: null })).toBe(words);
});

test("a charge is cancelled as a charge, a refund as a refund", () => {
  const cancelled = (target: string) =>
    wordsOf({ status: "in_progress", settlements, account: none }, { move: "cancelSettlement", target });
  expect([cancelled("stl_charge"), cancelled("stl_refund")]).toEqual(["cancelCharge", "cancelSettlement"]);
});

test.each([
  [0, "settleRefund"],
  [20_000, "executePayment"],
])("a refund of which deductions leave %d cents is paid as %s", (amountCents, words) => {
  const account = { transfers: [{ settlementId: "stl_refund", state: "approved" as const, amountCents, withheldCents: 4_550 }] };
  expect(wordsOf({ status: "in_progress", settlements, account }, { move: "executePayment", target: "stl_refund" })).toBe(words);
});
