import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endContract } from "#lib/insurance/contracts/endpoints.ts";
import {
  after,
  anyJson,
  anyOpenContract,
  before,
  days,
  hours,
  minutes,
  now,
  sampleContract,
  sampleProduct,
  strayProducts,
} from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { faultsOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { applyEnding, decideEnding } from "#lib/insurance/contracts/rules/ending.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const faultOf = faultsOf(endContract);

const reason = "sold";
const fresh = sampleContract({ startDate: before(hours(1)) });

// rules/contracts.md#end-2, #end-3
describe("a contract is cancelled within 4 hours of its start, and terminated later:", () => {
  test.each([
    ["not started", after(days(3)), "cancel"],
    ["starting now", now, "cancel"],
    ["exactly 4 hours after the start", before(hours(4)), "cancel"],
    ["a millisecond later", before(hours(4) + 1), "terminate_now"],
  ])("%s", (_moment, startDate, kind) => {
    expect(decideEnding(sampleContract({ startDate }), { reason }, now).contract?.kind).toBe(kind);
  });

  // rules/contracts.md#end-2
  test("a cancellation needs no body, ignores end_date and cancels all products", () => {
    const own = sampleProduct({ cpid: "cpid_2", startDate: fresh.startDate, endDate: before(minutes(10)), status: "closed" });
    const replaced = sampleProduct({
      cpid: "cpid_3",
      startDate: fresh.startDate,
      endDate: fresh.endDate,
      status: "has_been_replaced",
      replacedBy: "cpid_1",
    });
    const contract = { ...fresh, products: [...fresh.products, own, replaced] };
    const result = applyEnding(contract, decideEnding(contract, undefined, now));
    expect(result).toMatchObject({ status: "cancel", startDate: fresh.startDate, endDate: fresh.endDate, endedAt: now, endReason: null });
    expect(result.products.map(({ status }) => status)).toEqual(["cancel", "cancel", "has_been_replaced"]);
    expect(decideEnding(contract, { end_date: "1999-01-01T00:00:00Z", reason: " changed his mind " }, now).contract).toMatchObject({
      kind: "cancel",
      endReason: "changed his mind",
    });
  });

  test.each([5, "whenever", {}])("an invalid end_date is refused even where it is ignored: %j", (end_date) => {
    expect(faultOf(() => decideEnding(fresh, { end_date }, now))).toBe("INVALID_PERIOD");
    expect(faultOf(() => decideEnding(fresh, { end_date, reason: 7 }, now))).toBe("REASON_MISSING");
  });
});

describe("a termination", () => {
  const contract = sampleContract();

  test("ends the contract now, with its open products", () => {
    const result = applyEnding(contract, decideEnding(contract, { reason }, now));
    expect(result).toMatchObject({ status: "terminated", endDate: now, endReason: reason, endedAt: now, terminationPlanned: false });
    expect(result.products).toMatchObject([{ status: "terminated", endDate: now, endReason: reason }]);
  });

  // rules/contracts.md#end-5
  test("on a future day moves the end, and the contract stays open until then", () => {
    const result = applyEnding(contract, decideEnding(contract, { reason, end_date: after(days(10)).toISOString() }, now));
    expect(result).toMatchObject({ status: "open", endDate: after(days(10)), endReason: reason, endedAt: null, terminationPlanned: true });
    expect(result.products).toMatchObject([{ status: "open", endDate: after(days(10)) }]);
  });

  test("on the contract's last day is planned too, with its products", () => {
    const result = applyEnding(contract, decideEnding(contract, { reason, end_date: contract.endDate.toISOString() }, now));
    expect(result).toMatchObject({
      status: "open",
      terminationPlanned: true,
      products: [{ status: "open", endDate: contract.endDate, endReason: reason }],
    });
  });

  test("on a future day cancels products at once that would start on that day", () => {
    const products = [...contract.products, sampleProduct({ cpid: "cpid_2", startDate: after(days(10)), endDate: contract.endDate })];
    const ending = decideEnding({ ...contract, products }, { reason, end_date: after(days(10)).toISOString() }, now);
    expect(ending.products.map(({ status }) => status)).toEqual(["open", "cancel"]);
  });

  test("leaves ended products unchanged, and cancels those that would start too late", () => {
    const { startDate, endDate } = contract;
    const products = [
      sampleProduct({ cpid: "gone", startDate, endDate: before(days(2)), status: "terminated", endReason: "lost" }),
      sampleProduct({ cpid: "over", startDate, endDate: before(1) }),
      sampleProduct({ cpid: "planned", startDate, endDate: after(days(2)), endReason: "lost" }),
      sampleProduct({ cpid: "later", startDate: after(days(1)), endDate }),
      sampleProduct({ cpid: "just now", startDate: now, endDate }),
    ];
    const result = applyEnding({ ...contract, products }, decideEnding({ ...contract, products }, { reason }, now));
    expect(result.products.map(({ cpid, status, endDate: end, endReason }) => [cpid, status, end, endReason])).toEqual([
      ["gone", "terminated", before(days(2)), "lost"],
      ["over", "closed", before(1), null],
      ["planned", "terminated", now, "lost"],
      ["later", "cancel", endDate, reason],
      ["just now", "cancel", endDate, reason],
    ]);
  });
});

// rules/contracts.md#end-1, #end-4
describe("the checks of an ending", () => {
  const contract = sampleContract();
  const atContractEnd = contract.endDate.toISOString();
  test.each([
    ["CONTRACT_NOT_OPEN", sampleContract({ status: "terminated" }), { reason }],
    ["CONTRACT_NOT_OPEN", sampleContract({ endDate: now }), { reason }],
    ["CONTRACT_NOT_OPEN", sampleContract({ status: "closed" }), { stray: 1 }],
    ["MALFORMED_REQUEST", contract, []],
    ["MALFORMED_REQUEST", contract, null],
    ["OPTION_NOT_ALLOWED", contract, { end_dat: atContractEnd }],
    ["REASON_MISSING", contract, undefined],
    ["REASON_MISSING", contract, { reason: " \n", end_date: "no date" }],
    ["REASON_MISSING", contract, { reason: null }],
    ["REASON_MISSING", contract, { reason: 7 }],
    ["REASON_MISSING", contract, { reason: "x".repeat(501) }],
    ["REASON_MISSING", fresh, { reason: 7 }],
    ["INVALID_PERIOD", contract, { reason, end_date: "2027-13-01T00:00:00Z" }],
    ["INVALID_PERIOD", contract, { reason, end_date: "" }],
    ["END_IN_PAST", contract, { reason, end_date: before(1).toISOString() }],
    ["END_IN_PAST", contract, { reason, end_date: "2020-01-01T00:00:00Z" }],
    ["END_AFTER_CONTRACT", contract, { reason, end_date: new Date(contract.endDate.getTime() + 1).toISOString() }],
  ] as const)("%s", (name, refused, body) => {
    expect(faultOf(() => decideEnding(refused, body, now))).toBe(name);
  });

  test.each([
    ["a reason of 500 characters", { reason: "x".repeat(500) }, "terminate_now"],
    ["an end that is null", { reason, end_date: null }, "terminate_now"],
    ["an end at this very moment", { reason, end_date: now.toISOString() }, "terminate_now"],
    ["an end a millisecond from now", { reason, end_date: after(1).toISOString() }, "terminate_later"],
    ["an end that is the contract's own", { reason, end_date: atContractEnd }, "terminate_later"],
  ])("%s is accepted", (_what, body, kind) => expect(decideEnding(contract, body, now).contract?.kind).toBe(kind));
});

const anyEnd = fc.integer({ min: 0, max: 60 }).map((count) => after(hours(count)).toISOString());
const anyBody = fc.oneof(anyJson, fc.record({ reason: fc.constant(reason), end_date: anyEnd }, { requiredKeys: ["reason"] }));

test("any body gets an ApiError or a decision that leaves no open product outside the contract, and always the same one", () => {
  fc.assert(
    fc.property(anyOpenContract, anyBody, (contract, body) => {
      try {
        const ending = decideEnding(contract, body, now);
        expect(strayProducts(applyEnding(contract, ending))).toEqual([]);
        expect(decideEnding(contract, body, now)).toEqual(ending);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
