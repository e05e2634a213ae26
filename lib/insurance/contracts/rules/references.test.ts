import fc from "fast-check";
import { expect, test } from "vitest";
import { productsLimit } from "#lib/insurance/contracts/requests.ts";
import { sampleBodies, sampleCompany, sampleIndividual } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { referencesOf } from "#lib/insurance/contracts/rules/references.ts";
import { identifierLimit } from "#lib/platform/wire/limits.ts";

const none = { uid: undefined, productIds: [], zipcodes: [] };

test("the renter, products and zipcodes of a body are collected, each product once", () => {
  const body = {
    ...sampleBodies.LLD,
    products: [{ product_id: "prod_bike" }, { product_type: "bike" }, { product_id: "bike-uid" }, { product_id: "prod_bike" }],
    company: { ...sampleCompany, country: "IT", zipcode: " 00118 " },
    individual: sampleIndividual,
  };
  expect(referencesOf(body)).toEqual({
    uid: "renter-lyon",
    productIds: ["prod_bike", "bike-uid"],
    zipcodes: [
      { country: "IT", zipcode: "00118" },
      { country: "FR", zipcode: "75002" },
    ],
  });
});

test.each([
  ["null", null],
  ["an array", [sampleBodies.LLD]],
  ["a renter that is no text", { uid: 7 }],
  ["a renter without end", { uid: "x".repeat(identifierLimit + 1) }],
  ["products that are no array", { products: { product_id: "prod_bike" } }],
  ["products that are no objects", { products: ["prod_bike", null, [{ product_id: "prod_bike" }]] }],
  [
    "identifiers that are no texts",
    { products: [{ product_id: 7 }, { product_id: ["prod_bike"] }, { product_id: "" }, { product_id: "x".repeat(identifierLimit + 1) }] },
  ],
  ["more products than one request takes", { products: Array.from({ length: productsLimit + 1 }, () => ({ product_id: "prod_bike" })) }],
  ["a country whose cities are not known", { company: { country: "BE", zipcode: "1000" } }],
  ["a zipcode without end", { company: { country: "FR", zipcode: "7".repeat(17) } }],
  ["a zipcode that is no text", { individual: { country: "FR", zipcode: 75002 } }],
  ["a country that objects inherit", { individual: { country: "constructor", zipcode: "75002" } }],
])("nothing is looked up for %s", (_what, body) => {
  expect(referencesOf(body)).toEqual(none);
});

test("no body makes it throw, and the number of references is bounded", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.record({ uid: fc.jsonValue(), products: fc.jsonValue(), company: fc.jsonValue(), individual: fc.jsonValue() }),
      ),
      (body) => {
        const { uid, productIds, zipcodes } = referencesOf(body);
        for (const text of [uid ?? "", ...productIds, ...zipcodes.map(({ zipcode }) => zipcode)]) {
          expect(text.length).toBeLessThanOrEqual(identifierLimit);
        }
      },
    ),
  );
});
