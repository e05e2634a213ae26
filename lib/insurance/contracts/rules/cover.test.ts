import { describe, expect, test } from "vitest";
import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";
import { coverAt, coverOfContract } from "#lib/insurance/contracts/rules/cover.ts";

const [start, end] = ["2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"];

// rules/claims.md#create-4
test.each<[string, ContractProductStatus, string]>([
  [start, "open", "covered"],
  [end, "closed", "covered"],
  ["2026-12-31T23:59:59.999Z", "open", "notStarted"],
  ["2027-02-01T00:00:00.001Z", "terminated", "ended"],
  [start, "has_been_replaced", "covered"],
  [start, "cancel", "cancelled"],
])("at %s a product that is %s was %s", (at, status, state) => {
  expect(coverAt({ status, startDate: new Date(start), endDate: new Date(end) }, new Date(at))).toBe(state);
});

const day = (number: number) => new Date(`2027-01-${String(number).padStart(2, "0")}T12:00:00Z`);
const product = (status: ContractProductStatus, first: number, last: number) => ({ status, startDate: day(first), endDate: day(last) });
const days = (first: number, last: number) => ({ from: day(first), until: day(last) });

// rules/contracts.md#cover-1
describe("a contract", () => {
  const both = [product("open", 3, 10), product("open", 5, 20)];

  test("that begins tomorrow is not covered yet, and says from when", () => {
    expect(coverOfContract(both, day(2))).toEqual({ state: "notStarted", covered: 0, products: 2, period: days(3, 20) });
  });

  test("is covered while one of its products is", () => {
    expect(coverOfContract(both, day(4))).toEqual({ state: "covered", covered: 1, products: 2, period: days(3, 10) });
    expect(coverOfContract(both, day(6))).toEqual({ state: "covered", covered: 2, products: 2, period: days(3, 20) });
  });

  test("that ended was covered until then", () => {
    expect(coverOfContract(both, day(21))).toEqual({ state: "ended", covered: 0, products: 2, period: days(3, 20) });
  });

  test("that was cancelled was never covered, on whatever day", () => {
    for (const moment of [day(1), day(4), day(21)]) {
      expect(coverOfContract([product("cancel", 3, 20)], moment)).toMatchObject({ state: "cancelled", covered: 0, period: null });
    }
  });

  test("is covered as its newest entries say, not those that they replaced", () => {
    expect(coverOfContract([product("has_been_replaced", 3, 30), product("terminated", 3, 5)], day(9))).toEqual({
      ...{ state: "ended", covered: 0, products: 1 },
      period: days(3, 5),
    });
  });

  test("between two covers is covered again from the start of the next", () => {
    expect(coverOfContract([product("terminated", 3, 5), product("open", 9, 20)], day(7))).toMatchObject({
      state: "interrupted",
      period: days(9, 20),
    });
  });
});
