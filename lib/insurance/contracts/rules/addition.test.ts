import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Feature } from "#lib/account/worlds/schema.ts";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { addContractProducts } from "#lib/insurance/contracts/endpoints.ts";
import { entriesLimit } from "#lib/insurance/contracts/requests.ts";
import {
  after,
  anyJson,
  anyOpenContract,
  before,
  days,
  minutes,
  now,
  sampleContract,
  sampleProduct,
} from "#lib/insurance/contracts/rules/amend.fixture.ts";
import { faultsOf, namesField, sampleFacts, sampleProduct as bike } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { decideAddition } from "#lib/insurance/contracts/rules/products.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const faultOf = faultsOf(addContractProducts);

const { products } = sampleFacts();
const facts = {
  now,
  preview: false,
  partner: { features: [] as Feature[] },
  renter: { productTypes: ["bike" as const, "high-tech" as const, "event" as const] },
  products,
};
const iso = (date: Date) => date.toISOString();
const contract = sampleContract();
const body = { start_date: iso(after(days(1))), products: [bike] };
const camera = { product_id: "prod_camera", data: bike.data };
const cameras = (fields: Partial<Contract>) =>
  sampleContract({
    ...fields,
    products: [sampleProduct({ startDate: contract.startDate, endDate: contract.endDate, productType: "high-tech" })],
  });

// rules/contracts.md#add-2
test("an added product is covered from its start until the contract's end, under the contract's options", () => {
  expect(decideAddition(contract, body, facts)).toMatchObject({
    startDate: after(days(1)),
    endDate: contract.endDate,
    options: contract.options,
    products: [{ insured: { productId: "prod_bike" } }],
  });
});

// rules/contracts.md#add-4
test("a start without the milliseconds of the contract's start is the contract's start, and one of the second before is not", () => {
  const startDate = new Date(Math.floor(now.getTime() / 1000) * 1000 + 437);
  const fresh = sampleContract({ startDate });
  const started = (start: Date) => decideAddition(fresh, { ...body, start_date: iso(start) }, facts).startDate;
  expect(started(new Date(startDate.getTime() - 437))).toEqual(startDate);
  expect(faultOf(() => started(new Date(startDate.getTime() - 1437)))).toBe("PRODUCT_START_BEFORE_CONTRACT");
  expect(faultOf(() => started(new Date(startDate.getTime() - 1)))).toBe("PRODUCT_START_BEFORE_CONTRACT");
});

test("an added product may end before its contract", () => {
  expect(decideAddition(contract, { ...body, end_date: iso(after(days(2))) }, facts).endDate).toEqual(after(days(2)));
});

test("a preview does not require the data", () => {
  const sent = { ...body, products: [{ product_id: "prod_bike" }] };
  expect(faultOf(() => decideAddition(contract, sent, facts))).toBe("PRODUCT_DATA_MISSING");
  expect(decideAddition(contract, sent, { ...facts, preview: true }).products).toHaveLength(1);
});

test("9003 for a detached renter answers after the state of the contract and before the body", () => {
  const detached = { ...facts, renter: undefined };
  expect(faultOf(() => decideAddition(sampleContract({ status: "closed" }), body, detached))).toBe("CONTRACT_NOT_OPEN");
  expect(faultOf(() => decideAddition(contract, null, detached))).toBe("UNAUTHORIZED_USER");
  expect(() => decideAddition(contract, null, detached)).toThrow(
    `Unauthorized user: the contract's rental company "${contract.uid}" is no longer attached`,
  );
});

test("a contract takes no more entries than its limit, ended ones included", () => {
  const { startDate, endDate } = contract;
  const holding = (entries: number) => ({
    ...contract,
    products: Array.from({ length: entries }, () => sampleProduct({ startDate, endDate, status: "cancel" })),
  });
  expect(decideAddition(holding(entriesLimit - 1), body, facts).products).toHaveLength(1);
  expect(() => decideAddition(holding(entriesLimit), body, facts)).toThrow("the contract would have 10001 entries");
  expect(faultOf(() => decideAddition(holding(entriesLimit), body, facts))).toBe("PRODUCTS_INVALID");
});

// rules/contracts.md#add-1
describe("the first failing check answers", () => {
  test.each<[ErrorName | undefined, Contract, unknown]>([
    ["CONTRACT_NOT_OPEN", sampleContract({ status: "closed" }), null],
    ["CONTRACT_NOT_OPEN", sampleContract({ endDate: now }), null],
    ["MALFORMED_REQUEST", contract, null],
    ["OPTION_NOT_ALLOWED", contract, { options: ["ia"] }],
    ["INVALID_PERIOD", contract, { products: [] }],
    ["INVALID_PERIOD", contract, { ...body, end_date: "never" }],
    [undefined, contract, { ...body, start_date: iso(before(minutes(30))) }],
    ["START_IN_PAST", contract, { ...body, start_date: iso(before(minutes(30) + 1)) }],
    ["PRODUCT_START_BEFORE_CONTRACT", sampleContract({ startDate: after(days(2)) }), body],
    ["PRODUCT_START_AFTER_CONTRACT", contract, { ...body, start_date: iso(new Date(contract.endDate.getTime() + 1)) }],
    ["END_BEFORE_START", contract, { ...body, start_date: iso(contract.endDate) }],
    ["PRODUCT_END_BEFORE_CONTRACT", contract, { ...body, end_date: iso(new Date(contract.startDate.getTime() - 1)) }],
    ["PRODUCT_END_AFTER_CONTRACT", contract, { ...body, end_date: iso(new Date(contract.endDate.getTime() + 1)), products: [] }],
    ["END_BEFORE_START", contract, { ...body, end_date: body.start_date }],
    ["END_IN_PAST", contract, { ...body, start_date: iso(before(minutes(20))), end_date: iso(now) }],
    ["PRODUCTS_MISSING", contract, { ...body, products: [] }],
    ["PRODUCT_UNKNOWN", contract, { ...body, products: [{ product_id: "__proto__" }] }],
    ["PRODUCT_NOT_OFFERED", contract, { ...body, products: [{ product_id: "prod_tent", data: bike.data }] }],
    ["LLD_USAGE_MISSING", cameras({ options: ["break", "theft", "company"] }), body],
  ])("%s", (name, refused, sent) => {
    expect(faultOf(() => decideAddition(refused, sent, facts))).toBe(name);
    expect(namesField(() => decideAddition(refused, sent, facts))).toBe(true);
  });
});

describe("the options of a contract", () => {
  // rules/contracts.md#add-3
  test("gain the automatic ones with the first bike, and lose none", () => {
    const short = cameras({ contractType: "LMD", endDate: after(days(60)), options: ["break", "theft"] });
    const features: Feature[] = ["client_theft"];
    expect(decideAddition(short, body, { ...facts, partner: { features } }).options).toEqual([
      "break",
      "theft",
      "home_to_work",
      "client_theft",
    ]);
  });

  test("are not checked again for a type that is already insured, even if features changed since", () => {
    const options = [...contract.options, "client_theft" as const, "assistance_standard" as const];
    expect(decideAddition({ ...contract, options }, body, facts).options).toEqual(options);
    expect(decideAddition(contract, body, { ...facts, partner: { features: ["client_theft"] } }).options).toEqual(contract.options);
  });

  test("are not asked of a new type where a renewal of another length has made them those of another term", () => {
    const long = sampleContract({ contractType: "LMD", endDate: after(days(220)), options: ["break", "theft", "home_to_work"] });
    const short = sampleContract({ contractType: "LMD", endDate: after(days(60)), options: ["break", "theft", "company", "home_to_work"] });
    for (const renewed of [long, short]) {
      expect(decideAddition(renewed, { ...body, products: [camera] }, facts).options).toEqual(renewed.options);
    }
  });

  test("gain nothing for bikes that are insured without it, whatever a camera finds", () => {
    const features: Feature[] = ["client_theft"];
    const theft = sampleContract({ contractType: "LCD", endDate: after(days(2)), options: ["break", "theft"] });
    const pro = sampleContract({ contractType: "LMD", endDate: after(days(60)), options: ["break", "theft", "company", "pro"] });
    for (const made of [contract, theft, pro]) {
      const added = decideAddition(made, { ...body, products: [camera] }, { ...facts, partner: { features } });
      expect(added.options).toEqual(made.options);
    }
  });

  test("apply to a product of a new type", () => {
    expect(decideAddition(contract, { ...body, products: [camera] }, facts).options).toEqual(contract.options);
  });
});

const anyInstant = fc.integer({ min: -60, max: 120 }).map((count) => iso(after(count * minutes(30))));
const anyBody = fc.oneof(
  anyJson,
  fc.record(
    { start_date: anyInstant, end_date: anyInstant, products: fc.constantFrom([bike], [camera], [{}]) },
    { requiredKeys: ["start_date", "products"] },
  ),
);

test("any body gets an ApiError or cover within the contract, and always the same one", () => {
  fc.assert(
    fc.property(anyOpenContract, anyBody, (open, sent) => {
      try {
        const addition = decideAddition(open, sent, facts);
        expect(addition.startDate >= open.startDate && addition.startDate < addition.endDate && addition.endDate <= open.endDate).toBe(
          true,
        );
        expect(decideAddition(open, sent, facts)).toEqual(addition);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
