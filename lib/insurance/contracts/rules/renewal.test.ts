import { describe, expect, test } from "vitest";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { sampleContract, sampleProduct } from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { isApplied, renewContract } from "#lib/insurance/contracts/rules/creation.ts";
import { noon, sampleRenewal } from "#lib/insurance/renewals/rules/renewal.fixture.ts";

const startDate = noon("2027-02-28");
const endDate = noon("2028-02-29");
const period = { startDate, endDate };
const later = noon("2028-03-07");
const bike = sampleProduct({ ...period, cpid: "bike", data: { user_name: "Ada Martin", product_marked: "BC-1", colour: "red" } });
const contract = sampleContract({ ...period, products: [bike] });

function renew(changes: Partial<Contract> = {}, durationMonths = 12) {
  let count = 0;
  const names = { cid: "next", tariffId: "trf_2", newCpid: () => `cpid_new_${(count += 1)}` };
  return renewContract({ ...contract, ...changes }, sampleRenewal({ durationMonths }), names, later);
}

describe("a renewal is applied", () => {
  // rules/renewals.md#apply-1
  test("if it is live and enabled", () => expect(isApplied(contract, sampleRenewal())).toBe(true));

  test.each<[string, boolean]>([
    ["there is none", isApplied(contract, undefined)],
    ["it was rejected", isApplied(contract, sampleRenewal({ rejectedAt: startDate }))],
    ["a termination was planned", isApplied({ ...contract, terminationPlanned: true }, sampleRenewal())],
    [
      "every product ended before the contract",
      isApplied({ ...contract, products: [{ ...bike, status: "closed", endDate: noon("2028-01-01") }] }, sampleRenewal()),
    ],
    [
      "every product was to be removed on that day",
      isApplied({ ...contract, products: [{ ...bike, endReason: "sold" }] }, sampleRenewal()),
    ],
  ])("not if %s", (_why, applied) => expect(applied).toBe(false));
});

describe("the contract that a renewal creates", () => {
  // rules/renewals.md#apply-2
  test("equals the old one from its end on, except for identifiers, tariff and times", () => {
    expect(renew()).toEqual({
      ...contract,
      cid: "next",
      renewalDay: 29,
      tariffId: "trf_2",
      startDate: endDate,
      endDate: noon("2029-02-28"),
      createdAt: later,
      updatedAt: later,
      products: [{ ...bike, cpid: "cpid_new_1", startDate: endDate, endDate: noon("2029-02-28"), priceCents: 0 }],
    });
  });

  test.each([
    [1, "2028-03-29"],
    [3, "2028-05-29"],
    [36, "2031-02-28"],
    [48, "2032-02-29"],
  ])("lasts %i months from 29 February, until %s", (months, end) => {
    const next = renew({}, months);
    expect(next.endDate).toEqual(noon(end));
    expect(next.products.map((product) => product.endDate)).toEqual([noon(end)]);
  });

  test("has the same parties and options", () => {
    const individual = { first_name: "Grace", last_name: "Hopper" };
    const options = [...contract.options, "sharing" as const];
    expect(renew({ company: null, individual, options, test: true })).toMatchObject({ company: null, individual, options, test: true });
  });

  // rules/renewals.md#apply-2
  test("has the products that are insured until the end, and no others", () => {
    const products = [
      bike,
      { ...bike, cpid: "added later", startDate: noon("2027-08-01") },
      { ...bike, cpid: "ends before", endDate: noon("2028-01-15") },
      { ...bike, cpid: "ended", endDate: noon("2027-06-01"), status: "closed" as const },
      { ...bike, cpid: "to be removed", endReason: "sold" },
      { ...bike, cpid: "removed", endDate: noon("2027-09-01"), status: "terminated" as const, endReason: "sold" },
      { ...bike, cpid: "cancelled", status: "cancel" as const },
      { ...bike, cpid: "replaced", status: "has_been_replaced" as const, replacedBy: "bike" },
    ];
    const next = renew({ products: products.map((product) => ({ ...product, productId: `prod of ${product.cpid}` })) });
    expect(next.products.map(({ productId }) => productId)).toEqual(["prod of bike", "prod of added later"]);
    expect(next.products.map(({ cpid }) => cpid)).toEqual(["cpid_new_1", "cpid_new_2"]);
  });
});
