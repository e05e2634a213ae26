import { expect, test } from "vitest";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import { coverAtLoss, coverOfContract } from "#lib/insurance/claims/rules/cover.ts";

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

test("a contract is covered while one of its products is, and otherwise says why not", () => {
  const day = (number: number) => new Date(`2027-01-${String(number).padStart(2, "0")}T12:00:00Z`);
  const product = (status: ContractProductStatus, first: number, last: number) => ({ status, startDate: day(first), endDate: day(last) });
  const both = [product("open", 3, 10), product("open", 5, 20)];
  expect(coverOfContract(both, day(4))).toEqual({ state: "covered", covered: 1, products: 2, at: day(10) });
  expect(coverOfContract(both, day(6))).toEqual({ state: "covered", covered: 2, products: 2, at: day(20) });
  expect(coverOfContract(both, day(1))).toMatchObject({ state: "notStarted", covered: 0, at: day(3) });
  expect(coverOfContract(both, day(21))).toMatchObject({ state: "ended", at: day(20) });
  expect(coverOfContract([product("cancel", 3, 20)], day(4))).toMatchObject({ state: "cancelled", at: null });
  expect(coverOfContract([product("has_been_replaced", 3, 30), product("terminated", 3, 5)], day(9))).toEqual({
    ...{ state: "ended", covered: 0, products: 1 },
    at: day(5),
  });
});
