import { describe, expect, test } from "vitest";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { createContractBody } from "#lib/insurance/contracts/requests.ts";
import {
  faultsOf,
  namesField,
  sampleBodies,
  sampleCompany,
  sampleFacts,
  sampleIndividual,
  sampleInline,
  sampleNow,
  sampleProduct,
} from "#lib/insurance/contracts/rules/creation.fixture.ts";
import type { SampleBody } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { decideCreation } from "#lib/insurance/contracts/rules/creation.ts";
import type { NewContract } from "#lib/insurance/contracts/rules/creation.ts";
import { refusals } from "#lib/insurance/contracts/rules/errors.fixture.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { contractErrors } from "#lib/platform/errors/insurance-errors.ts";
import { utc } from "#lib/platform/time/calendar.fixture.ts";

const faultOf = faultsOf(createContract);

type Facts = Parameters<typeof sampleFacts>[0];
type Base = keyof typeof sampleBodies;

function decide(base: Base, changes: SampleBody = {}, facts: Facts = {}): NewContract {
  return decideCreation({ ...sampleBodies[base], ...changes }, sampleFacts(facts));
}

const bases = Object.keys(sampleBodies) as Base[];
const { data } = sampleProduct;
describe("a refused creation", () => {
  // rules/contracts.md#create-6, #products-4
  test.each(refusals)("%s: %s with %j", (error, base, changes, facts) => {
    expect(faultOf(() => decide(base, changes, facts))).toBe(error);
  });

  // rules/errors.md#requests-8
  test.each(refusals)("names its field: %s: %s with %j", (_fault, base, changes, facts) => {
    expect(namesField(() => decide(base, changes, facts))).toBe(true);
  });

  test("has a case for every code that the documentation lists for it", () => {
    const ranges = [
      [1000, 1022],
      [1100, 1109],
      [1200, 1230],
      [1300, 1321],
      [1400, 1410],
    ] as const;
    const documented = Object.entries(contractErrors).filter(([, { code }]) => ranges.some(([from, to]) => code >= from && code <= to));
    const named = new Set<string>(refusals.map(([error]) => error));
    expect(documented.map(([name]) => name).filter((name) => !named.has(name))).toEqual([]);
  });

  test.each([undefined, null, [], [sampleBodies.LCD], "LCD", 7, true])("a body that is %j is malformed", (body) => {
    expect(faultOf(() => decideCreation(body, sampleFacts()))).toBe("MALFORMED_REQUEST");
  });
});

describe("an accepted creation", () => {
  test.each(bases)("of the type %s accepts the sample body, which has the published shape", (base) => {
    expect(faultOf(() => decide(base))).toBeUndefined();
    expect(createContractBody.safeParse(sampleBodies[base]).error).toBeUndefined();
  });

  test("has everything that the body asks for, with completed options and normalised cities", () => {
    expect(
      decide("LMD_under_6_months", { company: sampleCompany, automatic_renewal: true, test: true }, { features: ["client_theft"] }),
    ).toEqual({
      uid: "renter-lyon",
      contractType: "LMD",
      startDate: new Date("2027-03-01T10:00:00.000Z"),
      endDate: new Date("2027-06-01T10:00:00.000Z"),
      options: ["break", "theft", "home_to_work", "client_theft"],
      company: { ...sampleCompany, city: "PARIS-2EME-ARRONDISSEMENT" },
      individual: null,
      ...utc,
      wantsRenewal: true,
      test: true,
      products: [
        {
          insured: {
            source: "catalogue",
            productId: "prod_bike",
            productType: "bike",
            productSubtype: "electric",
            valueExclCents: 240_000,
          },
          data,
        },
      ],
    });
  });

  // rules/contracts.md#create-1
  test("starts now where no start is sent, and leaves test and renewal undecided where the body does", () => {
    expect(decide("LCD", { start_date: undefined })).toMatchObject({ startDate: sampleNow, test: undefined, wantsRenewal: undefined });
    expect(decide("LCD", { start_date: null, test: null, automatic_renewal: null })).toMatchObject({
      startDate: sampleNow,
      test: undefined,
      wantsRenewal: undefined,
    });
  });

  test("needs no user for a shared bike", () => {
    const shared = {
      options: ["break", "theft", "company", "pro", "sharing"],
      products: [{ ...sampleInline, data: { product_marked: "BC-1" } }],
    };
    expect(decide("LLD", shared).products[0]?.data).toEqual({ product_marked: "BC-1", user_name: "Partagé" });
  });

  test("insures a bike and a camera together, with the options of both", () => {
    const options = ["break", "theft", "company", "pro", "loa", "no_deductible"];
    expect(decide("LLD", { options, products: [sampleProduct, { product_id: "prod_camera", data }] }).options).toEqual(options);
  });

  // rules/contracts.md#create-10
  test.each(["colour", "constructor", "automatic_renewals"])("has no unknown field: %s is refused by its name", (field) => {
    expect(faultOf(() => decide("LCD", { [field]: true }))).toBe("OPTION_NOT_ALLOWED");
    expect(() => decide("LCD", { [field]: true })).toThrow(`the field "${field}" is not accepted here`);
  });
});

describe("a product of a creation", () => {
  test.each([
    ["internal_id", "products[0].internal_id"],
    ["product_ID", "products[0].product_ID"],
  ])("has no unknown field: %s beside data is refused by its place", (name, field) => {
    expect(() => decide("LCD", { products: [{ ...sampleProduct, [name]: "42" }] })).toThrow(
      expect.objectContaining({ errorName: "OPTION_NOT_ALLOWED", field }),
    );
  });
});

describe("a preview", () => {
  test.each(bases)("of the type %s needs neither data nor parties", (base) => {
    const bare = { products: [{ product_id: "prod_bike" }], company: undefined };
    expect(decide(base, bare, { preview: true })).toMatchObject({ company: null, individual: null, products: [{ data: {} }] });
  });

  // rules/contracts.md#preview-3
  test("needs only type and value of an inline product, and checks whatever else is sent", () => {
    const quote = (fields: object) =>
      decide("LCD", { products: [{ product_type: "bike", value_excl: 2400, ...fields }] }, { preview: true });
    expect(quote({}).products[0]?.insured).toEqual({
      source: "inline",
      productType: "bike",
      productSubtype: null,
      valueExclCents: 240_000,
      description: undefined,
    });
    expect(faultOf(() => quote({ product_subtype: "ski" }))).toBe("PRODUCT_SUBTYPE_UNKNOWN");
    expect(faultOf(() => quote({ brand: 7 }))).toBe("PRODUCT_BRAND_MISSING");
    expect(faultOf(() => quote({ value_excl: null }))).toBe("PRODUCT_VALUE_MISSING");
    expect(faultOf(() => decide("LCD", { products: [{ product_type: "bike", value_excl: 2400, data: { product_marked: "1" } }] }))).toBe(
      "PRODUCT_SUBTYPE_MISSING",
    );
  });

  test("decides like the creation for a complete body", () => {
    for (const base of bases) expect(decide(base, {}, { preview: true })).toEqual(decide(base));
  });

  test.each<[ErrorName, SampleBody]>([
    ["COMPANY_INVALID", { company: { siren: 552_100_554 } }],
    ["INDIVIDUAL_INVALID", { individual: true }],
    ["PRODUCTS_INVALID", { products: [{ product_id: "prod_bike", data: "BC-1" }] }],
    ["PRODUCT_UNKNOWN", { products: [{ product_id: "prod_none" }] }],
    ["LLD_USAGE_MISSING", { options: ["break", "theft", "company"] }],
    ["UID_MISSING", { uid: "" }],
  ])("refuses a wrong body like the creation: %s", (error, changes) => {
    expect(faultOf(() => decide("LLD", changes, { preview: true }))).toBe(error);
  });
});

const long = { start_date: "2027-03-01T10:00:00Z", end_date: "2029-03-01T10:00:00Z" };

/** The products while they are corrected step by step; the second one's type is not offered under an LLD. */
const inline = (fields: SampleBody): SampleBody => ({
  products: [
    { product_type: "bike", ...fields, data: undefined },
    { product_id: "prod_tent", data },
  ],
});
const described = { product_subtype: "electric", value_excl: 2400, brand: "Moustache", model: "Lundi 27" };
const bike = (sent: unknown): SampleBody => ({
  products: [
    { ...sampleInline, data: sent },
    { product_id: "prod_tent", data },
  ],
});
const companyOf = (fields: SampleBody): SampleBody => ({ company: fields });

/** Each step: the error that answers, and the correction that leads to the next one. Later errors are present all the time. */
type Steps = readonly (readonly [ErrorName, SampleBody])[];

const wrong: SampleBody = {
  start_date: "2020-01-01",
  options: [],
  products: [],
  company: {},
  individual: { email: 7 },
  automatic_renewal: 1,
};

const steps: Steps = [
  ["UID_MISSING", { uid: "renter-other" }],
  ["UNAUTHORIZED_USER", { uid: "renter-lyon" }],
  ["CONTRACT_TYPE_MISSING", { contract_type: "LXD" }],
  ["CONTRACT_TYPE_UNKNOWN", { contract_type: "LMD" }],
  ["CONTRACT_TYPE_NOT_ALLOWED", { contract_type: "LLD" }],
  ["END_MISSING", { end_date: "2019-01-01T00:00:00Z" }],
  ["INVALID_PERIOD", { start_date: "2020-01-01T00:00:00Z" }],
  ["START_IN_PAST", { start_date: long.start_date }],
  ["END_IN_PAST", { end_date: "2027-03-01T09:30:00Z" }],
  ["END_BEFORE_START", { end_date: "2027-03-02T09:30:00Z" }],
  ["INVALID_PERIOD", long],
  ["OPTIONS_MISSING", { options: ["fire"] }],
  ["OPTION_NOT_ALLOWED", { options: ["no_deductible"] }],
  ["PRODUCTS_MISSING", { products: "all" }],
  ["PRODUCTS_INVALID", { products: [{}, { product_id: "prod_none" }] }],
  ["PRODUCT_REFERENCE_MISSING", { products: [{ brand: "", value_excl: 0 }, { product_id: "prod_none" }] }],
  ["PRODUCT_UNKNOWN", { products: [{ value_excl: 0 }, { product_id: "prod_tent", data }] }],
  ["PRODUCT_TYPE_MISSING", inline({ product_type: "car" })],
  ["PRODUCT_TYPE_UNKNOWN", inline({})],
  ["PRODUCT_SUBTYPE_MISSING", inline({ product_subtype: "golf" })],
  ["PRODUCT_SUBTYPE_UNKNOWN", inline({ product_subtype: "electric" })],
  ["PRODUCT_VALUE_MISSING", inline({ product_subtype: "electric", value_excl: 0 })],
  ["PRODUCT_VALUE_NOT_POSITIVE", inline({ product_subtype: "electric", value_excl: 20_000 })],
  ["PRODUCT_VALUE_TOO_HIGH", inline({ product_subtype: "electric", value_excl: 2400 })],
  ["PRODUCT_BRAND_MISSING", inline({ product_subtype: "electric", value_excl: 2400, brand: "Moustache" })],
  ["PRODUCT_MODEL_MISSING", inline({ ...described, product_type: "sports", product_subtype: "golf" })],
  ["PRODUCT_TYPE_NOT_ALLOWED", inline(described)],
  ["PRODUCT_DATA_MISSING", bike({})],
  ["BIKE_USER_NAME_MISSING", bike({ user_name: "Ada" })],
  ["BIKE_MARKING_MISSING", bike(data)],
  ["PRODUCT_NOT_OFFERED", { products: [sampleProduct] }],
  ["OPTION_NOT_ALLOWED", { options: ["break", "assistance_standard", "assistance"] }],
  ["LLD_OPTIONS_INCOMPLETE", { options: ["break", "theft", "assistance_standard", "assistance"] }],
  ["LLD_OPTIONS_INCOMPLETE", { options: ["break", "theft", "individual", "assistance_standard", "assistance"] }],
  ["LLD_USAGE_MISSING", { options: ["break", "theft", "individual", "pro", "assistance_standard", "assistance"] }],
  ["OPTION_NOT_ALLOWED", { options: ["break", "theft", "individual", "pro", "assistance_standard"] }],
  ["OPTION_NOT_ALLOWED", { options: ["break", "theft", "individual", "pro"], individual: null }],
  ["INDIVIDUAL_MISSING", { individual: { email: 7 }, company: 7 }],
  ["COMPANY_INVALID", companyOf({ zipcode: "1" })],
  ["COMPANY_NAME_MISSING", companyOf({ zipcode: "1", company_name: "Vélos" })],
  ["COMPANY_FIRST_NAME_MISSING", companyOf({ zipcode: "1", company_name: "Vélos", first_name: "Ada" })],
  ["COMPANY_LAST_NAME_MISSING", companyOf({ company_name: "Vélos", first_name: "Ada", last_name: "Martin" })],
  ["COMPANY_ADDRESS_MISSING", companyOf({ company_name: "Vélos", first_name: "Ada", last_name: "Martin", address: "1 rue" })],
  ["COMPANY_ZIPCODE_INVALID", companyOf({ ...sampleCompany, zipcode: "1", city: "Lyon", siren: "1" })],
  ["COMPANY_ZIPCODE_INVALID", companyOf({ ...sampleCompany, city: "Lyon", siren: "1" })],
  ["COMPANY_CITY_INVALID", companyOf({ ...sampleCompany, country: "DE", siren: "" })],
  ["COMPANY_COUNTRY_INVALID", companyOf({ ...sampleCompany, siren: "" })],
  ["SIREN_MISSING", companyOf({ ...sampleCompany, siren: "1" })],
  ["SIREN_INVALID", companyOf(sampleCompany)],
  ["INDIVIDUAL_INVALID", { individual: { zipcode: "1", country: "FR", email: "ada" } }],
  ["INDIVIDUAL_FIRST_NAME_MISSING", { individual: { first_name: "Ada", zipcode: "1", country: "FR", email: "ada" } }],
  ["INDIVIDUAL_LAST_NAME_MISSING", { individual: { first_name: "Ada", last_name: "Martin", zipcode: "1", country: "FR", email: "ada" } }],
  ["INDIVIDUAL_ADDRESS_MISSING", { individual: { ...sampleIndividual, zipcode: "", city: "", phone_number: "", email: "ada" } }],
  ["INDIVIDUAL_ZIPCODE_MISSING", { individual: { ...sampleIndividual, zipcode: "1", city: "", phone_number: "", email: "ada" } }],
  ["INDIVIDUAL_ZIPCODE_INVALID", { individual: { ...sampleIndividual, city: "", phone_number: "", email: "ada" } }],
  ["INDIVIDUAL_CITY_MISSING", { individual: { ...sampleIndividual, city: "Lyon", phone_number: "", email: "ada" } }],
  ["INDIVIDUAL_CITY_INVALID", { individual: { ...sampleIndividual, phone_number: "", country: "", email: "ada" } }],
  ["INDIVIDUAL_PHONE_MISSING", { individual: { ...sampleIndividual, country: "", email: "ada" } }],
  ["INDIVIDUAL_COUNTRY_MISSING", { individual: { ...sampleIndividual, country: "DE", email: "ada" } }],
  ["INDIVIDUAL_COUNTRY_INVALID", { individual: { ...sampleIndividual, email: "ada" } }],
  ["INDIVIDUAL_INVALID", { individual: sampleIndividual }],
  ["MALFORMED_REQUEST", { automatic_renewal: true }],
];

// rules/contracts.md#create-5
test("the first of several faults answers, in the order of the specification", () => {
  let body: SampleBody = wrong;
  for (const [index, [error, cure]] of steps.entries()) {
    const renter =
      body.uid === "renter-lyon" ? ({ contractTypes: ["LLD"], productTypes: ["bike", "event"], timeZone: "UTC" } as const) : undefined;
    const facts = sampleFacts({ renter });
    expect([index, faultOf(() => decideCreation(body, facts))]).toEqual([index, error]);
    body = { ...body, ...cure };
  }
  const accepted = decideCreation(body, sampleFacts({ renter: { contractTypes: ["LLD"], productTypes: ["bike"], timeZone: "UTC" } }));
  expect(accepted).toMatchObject({ contractType: "LLD", options: ["break", "theft", "individual", "pro"], wantsRenewal: true });
});
