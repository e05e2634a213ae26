import { expect, test } from "vitest";
import { wordsOf } from "#components/console/claims/move-words.ts";
import type { ClaimStatus } from "#lib/claims/schema.ts";

const settlements = [
  { id: "stl_charge", type: "charge" },
  { id: "stl_refund", type: "refund" },
] as const;

test.each<[ClaimStatus, boolean, string]>([
  ["pending_info", true, "goOn"],
  ["pending_info", false, "takeOver"],
  ["submitted", false, "takeOver"],
])("a claim that is %s and one's own (%j) is offered as %s", (status, yours, words) => {
  expect(wordsOf({ status, yours, settlements }, { move: "takeOver", target: null })).toBe(words);
});

test("a charge is cancelled as a charge, a refund as a refund", () => {
  const cancelled = (target: string) => wordsOf({ status: "in_progress", settlements }, { move: "cancelSettlement", target });
  expect([cancelled("stl_charge"), cancelled("stl_refund")]).toEqual(["cancelCharge", "cancelSettlement"]);
});
