import { expect, test } from "vitest";
import {
  faultOf,
  sampleCompany,
  sampleFacts,
  sampleIndividual,
  sampleInline,
  sampleProduct,
} from "#lib/contracts/rules/creation.fixture.ts";
import type { SampleBody } from "#lib/contracts/rules/creation.fixture.ts";
import { decideCreation } from "#lib/contracts/rules/creation.ts";
import type { ErrorName } from "#lib/errors.ts";

const { data } = sampleProduct;
const long = { start_date: "2027-03-01T10:00:00Z", end_date: "2029-03-01T10:00:00Z" };

/** The products as they are put right step by step: the second one's type is not offered under an LLD. */
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
const company = (fields: SampleBody): SampleBody => ({ company: fields });

/** Each step: what answers, and what is then put right. What is wrong further down is wrong all the time. */
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
  ["COMPANY_INVALID", company({ zipcode: "1" })],
  ["COMPANY_NAME_MISSING", company({ zipcode: "1", company_name: "Vélos" })],
  ["COMPANY_FIRST_NAME_MISSING", company({ zipcode: "1", company_name: "Vélos", first_name: "Ada" })],
  ["COMPANY_LAST_NAME_MISSING", company({ company_name: "Vélos", first_name: "Ada", last_name: "Martin" })],
  ["COMPANY_ADDRESS_MISSING", company({ company_name: "Vélos", first_name: "Ada", last_name: "Martin", address: "1 rue" })],
  ["COMPANY_ZIPCODE_INVALID", company({ ...sampleCompany, zipcode: "1", city: "Lyon", siren: "1" })],
  ["COMPANY_ZIPCODE_INVALID", company({ ...sampleCompany, city: "Lyon", siren: "1" })],
  ["COMPANY_CITY_INVALID", company({ ...sampleCompany, country: "DE", siren: "" })],
  ["COMPANY_COUNTRY_INVALID", company({ ...sampleCompany, siren: "" })],
  ["SIREN_MISSING", company({ ...sampleCompany, siren: "1" })],
  ["SIREN_INVALID", company(sampleCompany)],
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

test("of all that is wrong with a body, what the documentation names first answers", () => {
  let body: SampleBody = wrong;
  for (const [index, [fault, cure]] of steps.entries()) {
    const renter = body.uid === "renter-lyon" ? ({ contractTypes: ["LLD"], productTypes: ["bike", "event"] } as const) : undefined;
    const facts = sampleFacts({ renter });
    expect([index, faultOf(() => decideCreation(body, facts))]).toEqual([index, fault]);
    body = { ...body, ...cure };
  }
  const accepted = decideCreation(body, sampleFacts({ renter: { contractTypes: ["LLD"], productTypes: ["bike"] } }));
  expect(accepted).toMatchObject({ contractType: "LLD", options: ["break", "theft", "individual", "pro"], wantsRenewal: true });
});
