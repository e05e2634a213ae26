import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import { amendContract } from "#lib/insurance/contracts/endpoints.ts";
import { entriesLimit } from "#lib/insurance/contracts/requests.ts";
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
import { applyAmendment, decideAmendment, mergeParties, withoutUnchanged } from "#lib/insurance/contracts/rules/amend.ts";
import { faultsOf, namesField, findSampleCity, sampleCompany, sampleIndividual } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { applyEnding, decideDueEnding } from "#lib/insurance/contracts/rules/ending.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

const faultOf = faultsOf(amendContract);

const facts = { now, partner: { features: ["product_dates" as const] }, cities: findSampleCity };
const amend = (contract: Contract, body: unknown) => decideAmendment(contract, body, facts);
const iso = (date: Date) => date.toISOString();

const running = sampleContract();
const fresh = sampleContract({ startDate: before(hours(1)) });
const coming = sampleContract({ startDate: after(days(1)) });
const closed = (closedAt: Date, fields: Partial<Contract> = {}) =>
  sampleContract({
    status: "closed",
    endDate: closedAt,
    endedAt: closedAt,
    products: [sampleProduct({ startDate: running.startDate, endDate: closedAt, status: "closed" })],
    ...fields,
  });

test("an empty body, or none, changes nothing", () => {
  const { startDate, endDate, company, individual } = running;
  const nothing = { startDate, endDate, company, individual, changed: false, moved: [], replacements: [] };
  expect(amend(running, {})).toEqual(nothing);
  expect(amend(running, undefined)).toEqual(nothing);
  expect(amend(running, { products: {} })).toEqual(nothing);
});

test("a body that repeats the contract's values changes nothing", () => {
  expect(
    amend(coming, { start_date: iso(coming.startDate), company: sampleCompany, products: { cpid_1: { user_name: "Anne Roux" } } }).changed,
  ).toBe(false);
});

// rules/contracts.md#update-11
test("a contract can be read and sent back with one change, whatever its age", () => {
  const read = JSON.parse(JSON.stringify(serializeContract(running))) as ReturnType<typeof serializeContract>;
  const back = (changes: object) => amend(running, withoutUnchanged(read, { ...read, ...changes }));
  expect(back({}).changed).toBe(false);
  expect(back({ products: { ...read.products, cpid_1: { user_name: "Bea" } } }).replacements).toMatchObject([
    { cpid: "cpid_1", data: { user_name: "Bea" } },
  ]);
  for (const [field, other] of Object.entries({ price: 1, status: "closed", options: ["break"], uid: "x", cid: "y", test: !read.test })) {
    expect(
      faultOf(() => back({ [field]: other })),
      field,
    ).toBe("OPTION_NOT_ALLOWED");
  }
});

test("a contract takes no more entries than its limit, replaced ones included", () => {
  const { startDate, endDate } = running;
  const holding = (entries: number) => {
    const past = Array.from({ length: entries - 1 }, (_, index) =>
      sampleProduct({ cpid: `cpid_past_${index}`, startDate, endDate, status: "cancel" }),
    );
    return { ...running, products: [...running.products, ...past] };
  };
  const sent = { products: { cpid_1: { user_name: "Bea" } } };
  expect(amend(holding(entriesLimit - 1), sent).replacements).toHaveLength(1);
  expect(() => amend(holding(entriesLimit), sent)).toThrow("the contract would have 10001 entries");
  expect(faultOf(() => amend(holding(entriesLimit), sent))).toBe("PRODUCTS_INVALID");
  expect(amend(holding(entriesLimit), {}).changed).toBe(false);
});

// rules/contracts.md#update-3, #update-4
describe("the age of a contract decides what may change:", () => {
  const dates = { end_date: iso(addMonths(running.startDate, 30)) };
  const entry = { products: { cpid_1: { user_name: "Bea" } } };
  test.each<[string, ErrorName | undefined, Contract, unknown]>([
    ["an entry of a running contract", undefined, running, entry],
    ["dates exactly 4 hours after the start", undefined, sampleContract({ startDate: before(hours(4)) }), dates],
    ["dates a millisecond later", "DATES_FROZEN", sampleContract({ startDate: before(hours(4) + 1) }), dates],
    ["the company a millisecond before the start", undefined, sampleContract({ startDate: after(1) }), { company: { siren: "123456789" } }],
    ["the company at the start", "COMPANY_FROZEN", sampleContract({ startDate: now }), { company: {} }],
    ["the individual at the start", "INDIVIDUAL_FROZEN", sampleContract({ startDate: now }), { individual: {} }],
    ["anything of a terminated contract", "CONTRACT_NOT_OPEN", sampleContract({ status: "terminated" }), {}],
    ["anything of a contract at its end", "CONTRACT_NOT_OPEN", sampleContract({ contractType: "LMD", endDate: now }), {}],
    ["an entry of an LLD that closed a millisecond less than 2 hours ago", undefined, closed(before(hours(2) - 1)), entry],
    ["the company of one", undefined, closed(before(hours(2) - 1)), { company: { company_name: "Vélos" } }],
    ["an individual of one", undefined, closed(before(hours(2) - 1)), { individual: sampleIndividual }],
    ["dates of one", "CONTRACT_NOT_OPEN", closed(before(hours(2) - 1)), dates],
    ["an entry of an LLD that closed 2 hours ago", "CONTRACT_NOT_OPEN", closed(before(hours(2))), entry],
    ["an entry of an LMD that just closed", "CONTRACT_NOT_OPEN", closed(before(1), { contractType: "LMD" }), entry],
    ["an entry of an LLD that just ended and is not written down as closed yet", undefined, sampleContract({ endDate: before(1) }), entry],
    [
      "an entry of an LLD that just ended by termination",
      "CONTRACT_NOT_OPEN",
      sampleContract({ endDate: before(1), terminationPlanned: true, endReason: "sold" }),
      entry,
    ],
  ])("%s: %s", (_what, error, contract, body) => expect(faultOf(() => amend(contract, body))).toBe(error));

  test("in a closed LLD only entries that closed with it can be corrected, and they stay closed", () => {
    const contract = closed(before(1));
    const earlier = sampleProduct({ cpid: "cpid_2", startDate: contract.startDate, endDate: before(days(3)), status: "closed" });
    const both = { ...contract, products: [...contract.products, earlier] };
    const amendment = amend(both, entry);
    expect(applyAmendment(both, amendment, new Map([["cpid_1", "cpid_new"]])).products).toMatchObject([
      { cpid: "cpid_1", status: "has_been_replaced", replacedBy: "cpid_new", data: { user_name: "Anne Roux" } },
      { cpid: "cpid_new", status: "closed", replacedBy: null, data: { user_name: "Bea" }, endDate: before(1) },
      { cpid: "cpid_2", status: "closed" },
    ]);
    expect(faultOf(() => amend(both, { products: { cpid_2: {} } }))).toBe("CONTRACT_PRODUCT_NOT_OPEN");
  });

  test("an entry that was added late to a closed LLD cannot change its dates either", () => {
    const closedAt = before(hours(1));
    const late = sampleProduct({ startDate: before(hours(3)), endDate: closedAt, status: "closed" });
    expect(
      faultOf(() => amend(closed(closedAt, { products: [late] }), { products: { cpid_1: { start_date: iso(before(hours(2))) } } })),
    ).toBe("DATES_FROZEN");
  });

  test("a refusal says why the contract is not open", () => {
    expect(() => amend(sampleContract({ status: "cancel" }), {})).toThrow("the contract is not open: its status is cancel");
    expect(() => amend(sampleContract({ contractType: "LMD", endDate: now }), {})).toThrow(
      `the contract is not open: it ended on ${iso(now)}`,
    );
  });
});

// rules/contracts.md#update-2
describe("the first failing check answers", () => {
  const everything = { options: [], start_date: "soon", company: null, individual: null, products: 1 };
  const { options: _options, ...accepted } = everything;
  const { start_date: _date, ...withoutDates } = accepted;
  test.each<[ErrorName, Contract, unknown]>([
    ["CONTRACT_NOT_OPEN", sampleContract({ status: "cancel" }), "no object"],
    ["MALFORMED_REQUEST", running, []],
    ["OPTION_NOT_ALLOWED", running, everything],
    ["DATES_FROZEN", running, accepted],
    ["COMPANY_FROZEN", running, withoutDates],
    ["INDIVIDUAL_FROZEN", running, { individual: null, products: 1 }],
    ["INVALID_PERIOD", coming, accepted],
    ["PRODUCTS_INVALID", coming, withoutDates],
    ["COMPANY_INVALID", coming, { company: null, individual: null }],
    ["INDIVIDUAL_INVALID", coming, { individual: null }],
  ])("%s", (name, contract, body) => {
    expect(faultOf(() => amend(contract, body))).toBe(name);
    expect(namesField(() => amend(contract, body))).toBe(true);
  });

  // rules/contracts.md#update-1
  test.each(["options", "status", "automatic_renewal", "__proto__", "constructor"])(
    "an unknown field such as %s is refused with its name and the accepted fields",
    (field) => {
      const body: unknown = JSON.parse(`{"${field}": {}}`);
      expect(() => amend(running, body)).toThrow(
        `the field "${field}" is not accepted here; accepted fields: start_date, end_date, company, individual, products`,
      );
      expect(faultOf(() => amend(running, body))).toBe("OPTION_NOT_ALLOWED");
    },
  );
});

describe("a party", () => {
  test("is merged into the stored one and normalised", () => {
    const amendment = amend(coming, { company: { first_name: "Bea", zipcode: "69380", city: "Lozanne" } });
    expect(amendment).toMatchObject({
      changed: true,
      individual: null,
      company: { ...sampleCompany, first_name: "Bea", zipcode: "69380", city: "LOZANNE" },
    });
    expect(applyAmendment(coming, amendment, new Map()).company).toEqual(amendment.company);
  });

  test("can be added to a contract that has none of its kind", () => {
    expect(amend(coming, { individual: sampleIndividual }).individual).toMatchObject({ phone_number: sampleIndividual.phone_number });
  });

  test.each<[ErrorName, unknown]>([
    ["COMPANY_INVALID", { company: [] }],
    ["COMPANY_INVALID", { company: { first_name: 1 } }],
    ["COMPANY_CITY_INVALID", { company: { zipcode: "69380" } }],
    ["COMPANY_ZIPCODE_INVALID", { company: { zipcode: "00000" } }],
    ["SIREN_MISSING", { company: { siren: null } }],
    ["SIREN_INVALID", { company: { country: "BE" } }],
    ["INDIVIDUAL_INVALID", { individual: "Ada" }],
    ["INDIVIDUAL_FIRST_NAME_MISSING", { individual: {} }],
  ])("must be valid as a whole: %s", (name, body) => expect(faultOf(() => amend(coming, body))).toBe(name));

  test("the references that a decision needs are collected before it, with the stored country", () => {
    expect(mergeParties(coming, { company: { zipcode: "69380" }, individual: null })).toMatchObject({
      company: { zipcode: "69380", country: "FR" },
      individual: null,
    });
    for (const body of ["no object", null, undefined]) expect(mergeParties(coming, body)).toEqual({});
  });
});

describe("the dates of a contract", () => {
  const { startDate, endDate } = fresh;
  const later = sampleProduct({ cpid: "cpid_2", startDate: after(days(2)), endDate });
  const contract = { ...fresh, products: [...fresh.products, later] };
  const start = after(days(1));

  test("move the entries that follow them, without replacing these", () => {
    const amendment = amend(contract, { start_date: iso(start) });
    expect(amendment).toMatchObject({
      changed: true,
      startDate: start,
      endDate,
      moved: [{ cpid: "cpid_1", startDate: start, endDate }],
      replacements: [],
    });
    expect(applyAmendment(contract, amendment, new Map()).products).toMatchObject([
      { cpid: "cpid_1", status: "open", startDate: start },
      { cpid: "cpid_2", status: "open", startDate: after(days(2)) },
    ]);
  });

  test("apply to an amended entry through its successor; the replaced one keeps its dates", () => {
    const amendment = amend(contract, { start_date: iso(start), products: { cpid_1: { user_name: "Bea" } } });
    expect(amendment).toMatchObject({ moved: [], replacements: [{ cpid: "cpid_1", startDate: start, endDate }] });
    expect(applyAmendment(contract, amendment, new Map([["cpid_1", "cpid_3"]])).products).toMatchObject([
      { cpid: "cpid_1", status: "has_been_replaced", startDate, replacedBy: "cpid_3" },
      { cpid: "cpid_3", status: "open", startDate: start, replacedBy: null },
      { cpid: "cpid_2" },
    ]);
  });

  test("are the bounds for the entries' own dates", () => {
    const sent = { start_date: iso(start), products: { cpid_1: { start_date: iso(after(hours(23))) } } };
    expect(faultOf(() => amend(contract, sent))).toBe("PRODUCT_START_BEFORE_CONTRACT");
    expect(faultOf(() => amend(contract, { products: sent.products }))).toBe("PRODUCT_START_MOVED_LATER");
  });
});

test("a replaced entry needs a new identifier", () => {
  const amendment = amend(running, { products: { cpid_1: { user_name: "Bea" } } });
  expect(() => applyAmendment(running, amendment, new Map())).toThrow("no identifier for the entry that replaces cpid_1");
});

test("a planned removal survives the amendment of its entry", () => {
  const planned = sampleContract({
    products: [sampleProduct({ startDate: running.startDate, endDate: after(days(3)), endReason: "sold" })],
  });
  const result = applyAmendment(planned, amend(planned, { products: { cpid_1: { user_name: "Bea" } } }), new Map([["cpid_1", "cpid_2"]]));
  expect(result.products[1]).toMatchObject({ cpid: "cpid_2", status: "open", endDate: after(days(3)), endReason: "sold" });
});

const anyInstant = fc.integer({ min: -60, max: 120 }).map((count) => iso(after(count * minutes(30))));
const anyEntry = fc.record(
  { user_name: fc.constantFrom("Bea", "", 7), start_date: anyInstant, end_date: anyInstant },
  { requiredKeys: [] },
);
const anyBody = fc.oneof(
  anyJson,
  fc.record(
    {
      start_date: anyInstant,
      end_date: anyInstant,
      company: fc.oneof(anyJson, fc.constant(sampleCompany)),
      products: fc.dictionary(fc.constantFrom("cpid_0", "cpid_1", "cpid_2", "__proto__"), anyEntry),
    },
    { requiredKeys: [] },
  ),
);

test("any body gets an ApiError or a decision that leaves no open product outside the contract, and always the same one", () => {
  fc.assert(
    fc.property(anyOpenContract, anyBody, (contract, body) => {
      try {
        const amendment = amend(contract, body);
        const newCpids = new Map(amendment.replacements.map(({ cpid }) => [cpid, `new_${cpid}`]));
        const result = applyAmendment(contract, amendment, newCpids);
        // Entries that ended before the change are left to the next closing.
        const due = decideDueEnding(result, now);
        expect(strayProducts(due === null ? result : applyEnding(result, due))).toEqual([]);
        expect(amend(contract, body)).toEqual(amendment);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});
