import { describe, expect, test } from "vitest";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { after, before, days, now, sampleContract, sampleProduct } from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { faultOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { applyEnding, decideReopening } from "#lib/insurance/contracts/rules/ending.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

const startDate = addMonths(before(days(10)), -3);
const endDate = before(days(10));
const product = sampleProduct({ startDate, endDate, status: "closed" });
const contract = sampleContract({
  contractType: "LMD",
  status: "closed",
  startDate,
  endDate,
  endedAt: endDate,
  options: ["break", "theft", "home_to_work"],
  products: [product],
});

// rules/contracts.md#states-4
test("a reopened contract is open until its new end, with the products that closed with it", () => {
  const products = [
    product,
    { ...product, cpid: "cpid_2", endDate: before(days(20)) },
    { ...product, cpid: "cpid_3", status: "terminated" as const, endReason: "sold" },
    { ...product, cpid: "cpid_4", status: "cancel" as const },
    { ...product, cpid: "cpid_5", status: "has_been_replaced" as const, replacedBy: "cpid_1" },
  ];
  const result = applyEnding({ ...contract, products }, decideReopening({ ...contract, products }, after(days(30)), [], now));
  expect(result).toMatchObject({
    status: "open",
    startDate,
    endDate: after(days(30)),
    endedAt: null,
    endReason: null,
    terminationPlanned: false,
  });
  expect(result.products.map(({ status, endDate: end }) => [status, end])).toEqual([
    ["open", after(days(30))],
    ["closed", before(days(20))],
    ["terminated", endDate],
    ["cancel", endDate],
    ["has_been_replaced", endDate],
  ]);
});

describe("the checks of a reopening", () => {
  test.each<[ErrorName, Contract, Date]>([
    ["CONTRACT_NOT_OPEN", { ...contract, status: "terminated" }, now],
    ["CONTRACT_NOT_OPEN", { ...contract, status: "open" }, after(1)],
    ["END_IN_PAST", contract, now],
    ["INVALID_PERIOD", { ...contract, contractType: "LCD", options: ["break", "theft"] }, after(1)],
    ["LMD_LONG_OPTIONS_INCOMPLETE", contract, addMonths(startDate, 6)],
  ])("%s", (name, refused, end) => expect(faultOf(() => decideReopening(refused, end, [], now))).toBe(name));

  test("a new end one millisecond ahead is accepted", () => {
    expect(decideReopening(contract, after(1), [], now).contract).toMatchObject({ kind: "reopen", endDate: after(1) });
  });
});
