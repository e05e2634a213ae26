import { expect, test } from "vitest";
import { contractTypes, contractTypesByProductType, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, Option, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { termOf } from "#lib/insurance/catalogue/options.ts";
import { sampleFacts } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { decideCreation } from "#lib/insurance/contracts/rules/creation.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { insuringRequest } from "#lib/insurance/prices/rules/insuring-request.ts";
import { premium } from "#lib/insurance/prices/rules/premium.ts";
import { addUtcMonths as addMonths, utc } from "#lib/platform/time/calendar.fixture.ts";

const facts = { ...sampleFacts(), renter: { contractTypes: [...contractTypes], productTypes: [...productTypeNames], timeZone: "UTC" } };
const startDate = new Date("2027-03-10T10:00:00.000Z");
const months: readonly [ContractType, number][] = [
  ["LCD", 1],
  ["LMD", 3],
  ["LMD", 6],
  ["LMD", 12],
  ["LLD", 12],
];

const cases = productTypeNames.flatMap((type) =>
  months
    .filter(([contractType]) => (contractTypesByProductType[type] as readonly ContractType[]).includes(contractType))
    .map(([contractType, length]): [ProductType, ContractType, number] => [type, contractType, length]),
);

function insured(productType: ProductType, contractType: ContractType, length: number, options: Option[]) {
  const period = { startDate, endDate: addMonths(startDate, length) };
  const question = { productType, productSubtype: null, contractType, valueExclCents: 240_000, options };
  const made = decideCreation(insuringRequest("renter-lyon", question, termOf(contractType, period, utc), period), facts);
  const price = (chosen: readonly Option[]) => premium(publicTariff.rates, { ...question, ...period, ...utc, options: chosen });
  return { made, calculated: price(options), charged: price(made.options) };
}

test.each(cases)("%s under %s for %d months is insured for the price that was calculated", (productType, contractType, length) => {
  const { made, calculated, charged } = insured(productType, contractType, length, ["break", "theft"]);
  expect(made).toMatchObject({ contractType, products: [{ insured: { productType } }] });
  expect(charged).toBe(calculated);
});

test("a chosen usage is kept alone", () => {
  expect(insured("bike", "LLD", 12, ["break", "theft", "pro"]).made.options).toEqual(["break", "theft", "pro", "individual"]);
});

test("a request without dates lacks only them", () => {
  const question = {
    productType: "bike",
    productSubtype: null,
    contractType: "LCD",
    valueExclCents: 240_000,
    options: ["break", "theft"],
  } as const;
  const request = insuringRequest("renter-lyon", { ...question, options: [...question.options] }, undefined, undefined);
  expect(Object.keys(request)).toEqual(["uid", "contract_type", "options", "products"]);
});
