import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { removeContractProducts } from "#lib/insurance/contracts/endpoints.ts";
import {
  after,
  anyJson,
  anyOpenContract,
  before,
  days,
  hours,
  now,
  sampleContract,
  sampleProduct,
  strayProducts,
} from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { faultsOf, namesField } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { applyEnding } from "#lib/insurance/contracts/rules/ending.ts";
import { decideRemoval } from "#lib/insurance/contracts/rules/products.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const faultOf = faultsOf(removeContractProducts);

const reason = "sold";
const base = sampleContract();
const first = sampleProduct({ cpid: "cpid_1", startDate: base.startDate, endDate: base.endDate });
const second = { ...first, cpid: "cpid_2" };
const two = sampleContract({ products: [first, second] });
const removeFirst = { reason, products: ["cpid_1"] };

// rules/contracts.md#remove-2
describe("a product is cancelled within 4 hours of its own start, and terminated later:", () => {
  test.each([
    ["exactly 4 hours after it", before(hours(4)), "cancel", first.endDate],
    ["a millisecond later", before(hours(4) + 1), "terminated", now],
    ["before it", after(days(1)), "cancel", first.endDate],
  ] as const)("%s", (_moment, startDate, status, endDate) => {
    const contract = { ...two, products: [{ ...first, startDate }, second] };
    expect(decideRemoval(contract, removeFirst, now)).toEqual({
      contract: null,
      products: [{ cpid: "cpid_1", status, endDate, endReason: reason }],
    });
  });
});

// rules/contracts.md#remove-3
test("a removal on a future day keeps the product open until then, and never extends its cover", () => {
  const body = { ...removeFirst, end_date: after(days(5)).toISOString() };
  expect(decideRemoval(two, body, now)).toEqual({
    contract: null,
    products: [{ cpid: "cpid_1", status: "open", endDate: after(days(5)), endReason: reason }],
  });
  const planned = { ...two, products: [{ ...first, endDate: after(days(2)), endReason: "lost" }, second] };
  expect(decideRemoval(planned, body, now).products).toEqual([
    { cpid: "cpid_1", status: "open", endDate: after(days(2)), endReason: "lost" },
  ]);
});

// rules/contracts.md#remove-4
describe("a contract without remaining products ends with the last of them,", () => {
  test("terminated if that product is", () => {
    const result = applyEnding(base, decideRemoval(base, removeFirst, now));
    expect(result).toMatchObject({
      status: "terminated",
      endDate: now,
      endReason: reason,
      products: [{ status: "terminated", endDate: now }],
    });
  });

  test("cancelled if that product is", () => {
    const fresh = sampleContract({ startDate: before(hours(1)) });
    const result = applyEnding(fresh, decideRemoval(fresh, removeFirst, now));
    expect(result).toMatchObject({ status: "cancel", endDate: fresh.endDate, products: [{ status: "cancel" }] });
  });

  test("terminated if that product is cancelled but another one was covered before", () => {
    const products = [
      { ...first, status: "terminated" as const, endDate: before(days(1)), endReason: "lost" },
      { ...second, startDate: before(hours(1)) },
    ];
    const result = applyEnding({ ...two, products }, decideRemoval({ ...two, products }, { reason, products: ["cpid_2"] }, now));
    expect(result).toMatchObject({ status: "terminated", products: [{ status: "terminated" }, { status: "cancel" }] });
  });

  test("on a future day if the last product leaves on it", () => {
    const contract = { ...two, products: [{ ...first, endDate: after(days(9)), endReason: "lost" }, second] };
    const body = { reason, products: ["cpid_2"], end_date: after(days(5)).toISOString() };
    const result = applyEnding(contract, decideRemoval(contract, body, now));
    expect(result).toMatchObject({ status: "open", terminationPlanned: true, endDate: after(days(9)), endReason: reason });
    expect(result.products).toMatchObject([
      { endDate: after(days(9)), endReason: "lost" },
      { endDate: after(days(5)), endReason: reason },
    ]);
  });

  test("on its own last day if the product leaves then", () => {
    const body = { ...removeFirst, end_date: base.endDate.toISOString() };
    expect(applyEnding(base, decideRemoval(base, body, now))).toMatchObject({
      terminationPlanned: true,
      endDate: base.endDate,
      endReason: reason,
    });
  });

  test("earlier than planned if the product leaves that would have stayed until then", () => {
    const endDate = after(days(9));
    const products = [
      { ...first, endDate: after(days(5)), endReason: "lost" },
      { ...second, endDate, endReason: "closing" },
    ];
    const contract = { ...two, endDate, terminationPlanned: true, endReason: "closing", products };
    expect(decideRemoval(contract, { reason, products: ["cpid_2"] }, now).contract).toMatchObject({
      kind: "terminate_later",
      endDate: after(days(5)),
    });
  });

  test("as planned if it loses one of several products", () => {
    const endDate = after(days(9));
    const products = [first, second].map((product) => ({ ...product, endDate, endReason: "closing" }));
    const contract = { ...two, endDate, terminationPlanned: true, endReason: "closing", products };
    expect(decideRemoval(contract, removeFirst, now).contract).toBeNull();
  });

  test("a contract with a remaining product continues", () => {
    expect(decideRemoval(two, removeFirst, now).contract).toBeNull();
  });
});

test("a product that is named twice is removed once", () => {
  expect(decideRemoval(two, { reason, products: ["cpid_1", "cpid_1"] }, now).products).toHaveLength(1);
});

// rules/contracts.md#remove-1, #remove-3
describe("a removal is refused for its first fault", () => {
  const over = { ...two, products: [{ ...first, endDate: now }, second] };
  test.each<[ErrorName, Contract, unknown]>([
    ["CONTRACT_NOT_OPEN", { ...two, status: "closed" as const }, {}],
    ["OPTION_NOT_ALLOWED", two, { cpid: "cpid_1" }],
    ["REASON_MISSING", two, { products: ["nobody"] }],
    ["PRODUCTS_MISSING", two, { reason }],
    ["PRODUCTS_MISSING", two, { reason, products: [] }],
    ["PRODUCTS_INVALID", two, { reason, products: { cpid_1: true } }],
    ["PRODUCTS_INVALID", two, { reason, products: [1] }],
    ["REMOVED_PRODUCT_NOT_OPEN", two, { reason, products: ["nobody"], end_date: "no date" }],
    ["REMOVED_PRODUCT_NOT_OPEN", two, { reason, products: ["__proto__"] }],
    ["REMOVED_PRODUCT_NOT_OPEN", two, { reason, products: ["constructor"] }],
    ["REMOVED_PRODUCT_NOT_OPEN", over, removeFirst],
    ["REMOVED_PRODUCT_NOT_OPEN", { ...two, products: [{ ...first, status: "has_been_replaced" as const }, second] }, removeFirst],
    ["INVALID_PERIOD", two, { ...removeFirst, end_date: "2027-03-05" }],
    ["REMOVAL_END_IN_PAST", two, { ...removeFirst, end_date: before(1).toISOString() }],
    ["END_AFTER_CONTRACT", two, { ...removeFirst, end_date: new Date(two.endDate.getTime() + 1).toISOString() }],
  ])("%s", (name, contract, body) => {
    expect(faultOf(() => decideRemoval(contract, body, now))).toBe(name);
    expect(namesField(() => decideRemoval(contract, body, now))).toBe(true);
  });
});

const anyBody = fc.oneof(
  anyJson,
  fc.record(
    {
      reason: fc.constant(reason),
      products: fc.uniqueArray(fc.constantFrom("cpid_0", "cpid_1", "cpid_2", "cpid_3"), { minLength: 1 }),
      end_date: fc.integer({ min: 0, max: 60 }).map((count) => after(hours(count)).toISOString()),
    },
    { requiredKeys: ["reason", "products"] },
  ),
);

test("any body gets an ApiError or a decision that leaves no open product outside the contract, and always the same one", () => {
  fc.assert(
    fc.property(anyOpenContract, anyBody, (contract, body) => {
      try {
        const ending = decideRemoval(contract, body, now);
        const result = applyEnding(contract, ending);
        expect(strayProducts(result)).toEqual([]);
        if (result.status === "open") expect(result.products.some(({ status, endDate }) => status === "open" && endDate > now)).toBe(true);
        expect(decideRemoval(contract, body, now)).toEqual(ending);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
