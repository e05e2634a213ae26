import { expect, test } from "vitest";
import { makeDraft } from "#lib/insurance/claims/rules/claim.fixture.ts";
import { serializeSummary } from "#lib/insurance/claims/serialize.ts";

// rules/claims.md#read-2
test("a claim that was submitted cannot be submitted again, also where an earlier release stored that it can", () => {
  const complete = { ...makeDraft(), canSubmit: true };
  expect(serializeSummary(complete).canSubmit).toBe(true);
  expect(serializeSummary({ ...complete, status: "submitted" }).canSubmit).toBe(false);
});
