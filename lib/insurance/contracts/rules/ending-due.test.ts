import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  after,
  anyOpenContract,
  before,
  days,
  hours,
  now,
  sampleContract,
  sampleProduct,
  strayProducts,
} from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { applyEnding, decideDueEnding } from "#lib/insurance/contracts/rules/ending.ts";

describe("at its end date", () => {
  // rules/contracts.md#states-2
  test("a contract closes with its products", () => {
    const contract = sampleContract({ endDate: now });
    const ending = decideDueEnding(contract, now);
    expect(ending).toMatchObject({
      contract: { kind: "close", status: "closed", endDate: now, endedAt: now, endReason: null },
      products: [{ status: "closed", endDate: now, endReason: null }],
    });
  });

  // rules/contracts.md#end-5
  test("a contract with a planned termination is terminated, with its reason", () => {
    const contract = sampleContract({ endDate: before(hours(3)), terminationPlanned: true, endReason: "sold" });
    expect(decideDueEnding(contract, now)).toMatchObject({
      contract: {
        kind: "terminate_now",
        status: "terminated",
        endDate: before(hours(3)),
        endedAt: now,
        endReason: "sold",
        terminationPlanned: false,
      },
      products: [{ status: "terminated", endDate: before(hours(3)), endReason: "sold" }],
    });
  });

  test("nothing happens a millisecond earlier", () => {
    expect(decideDueEnding(sampleContract({ endDate: after(1) }), now)).toBeNull();
  });

  test.each(["closed", "cancel", "terminated"] as const)("nothing happens to a contract that is %s", (status) => {
    expect(decideDueEnding(sampleContract({ endDate: before(1), status }), now)).toBeNull();
  });
});

test("a product that ends before its contract ends by itself: terminated if it was removed, closed otherwise", () => {
  const { startDate, endDate } = sampleContract();
  const products = [
    sampleProduct({ cpid: "removed", startDate, endDate: now, endReason: "lost" }),
    sampleProduct({ cpid: "own", startDate, endDate: before(days(1)) }),
    sampleProduct({ cpid: "goes on", startDate, endDate }),
    sampleProduct({ cpid: "gone", startDate, endDate: before(days(2)), status: "cancel" }),
  ];
  expect(decideDueEnding(sampleContract({ products }), now)).toEqual({
    contract: null,
    products: [
      { cpid: "removed", status: "terminated", endDate: now, endReason: "lost" },
      { cpid: "own", status: "closed", endDate: before(days(1)), endReason: null },
    ],
  });
});

test("ending what is due leaves nothing due and no open product outside its contract", () => {
  fc.assert(
    fc.property(anyOpenContract, (contract) => {
      const ending = decideDueEnding(contract, now);
      expect(decideDueEnding(contract, now)).toEqual(ending);
      const result = ending === null ? contract : applyEnding(contract, ending);
      expect(decideDueEnding(result, now)).toBeNull();
      expect(strayProducts(result)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
