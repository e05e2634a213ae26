import { expect, test } from "vitest";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import { coverAtLoss } from "#lib/insurance/claims/rules/cover.ts";

const [start, end] = ["2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"];

// rules/claims.md#create-4
test.each<[string, ContractProductStatus, string]>([
  [start, "open", "covered"],
  [end, "closed", "covered"],
  ["2026-12-31T23:59:59.999Z", "open", "notStarted"],
  ["2027-02-01T00:00:00.001Z", "terminated", "ended"],
  [start, "has_been_replaced", "covered"],
  [start, "cancel", "cancelled"],
])("at %s a product that is %s was %s", (claimAt, status, atLoss) => {
  expect(coverAtLoss({ status, startDate: new Date(start), endDate: new Date(end) }, new Date(claimAt))).toBe(atLoss);
});
