import { describe, expect, test } from "vitest";
import { contractTypesByProductType, productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import { productsInput, productsLimit } from "#lib/insurance/contracts/requests.ts";
import { readBasket } from "#lib/insurance/contracts/rules/basket.ts";
import type { BasketFacts, NewProduct } from "#lib/insurance/contracts/rules/basket.ts";
import { faultOf, sampleFacts, sampleInline, sampleProduct } from "#lib/insurance/contracts/rules/creation.fixture.ts";

const { products } = sampleFacts();
const facts: BasketFacts = { contractType: "LLD", allowedTypes: productTypeNames, products, shared: false, preview: false };
const read = (sent: unknown, changes: Partial<BasketFacts> = {}): NewProduct[] => readBasket(sent, { ...facts, ...changes });
const { data } = sampleProduct;

describe("readBasket reads", () => {
  // rules/contracts.md#products-1, #products-2
  test("a product of the catalogue, by its product_id or its uid", () => {
    const bike = {
      insured: { source: "catalogue", productId: "prod_bike", productType: "bike", productSubtype: "electric", valueExclCents: 240_000 },
      data,
    };
    expect(read([sampleProduct, { product_id: "bike-uid", data }])).toEqual([bike, bike]);
  });

  // rules/contracts.md#products-1
  test("a product described inline, its value in whole cents", () => {
    expect(read([{ ...sampleInline, value_excl: 999.995 }])).toEqual([
      {
        insured: {
          source: "inline",
          productType: "bike",
          productSubtype: "electric",
          valueExclCents: 100_000,
          description: { productSubtype: "electric", brand: "Moustache", model: "Lundi 27" },
        },
        data,
      },
    ]);
  });

  test("the catalogue's entry where a product has both", () => {
    expect(read([{ ...sampleInline, product_id: "prod_bike", product_type: 7 }])[0]?.insured.source).toBe("catalogue");
    expect(read([{ ...sampleInline, product_id: null }])[0]?.insured.source).toBe("inline");
  });

  test("products without data in a preview", () => {
    expect(read([{ product_id: "prod_bike" }], { preview: true })[0]?.data).toEqual({});
  });
});

describe("the list of products", () => {
  test.each([
    [undefined, "PRODUCTS_MISSING"],
    [null, "PRODUCTS_MISSING"],
    [[], "PRODUCTS_MISSING"],
    [{ 0: sampleProduct }, "PRODUCTS_INVALID"],
    ["prod_bike", "PRODUCTS_INVALID"],
    [["prod_bike"], "PRODUCTS_INVALID"],
    [[sampleProduct, null], "PRODUCTS_INVALID"],
    [[{}, [sampleProduct]], "PRODUCTS_INVALID"],
  ])("%j: %s", (sent, error) => {
    expect(faultOf(() => read(sent))).toBe(error);
  });

  test("may have a thousand products, and the refusal of one more names the limit", () => {
    const many = Array.from({ length: productsLimit }, () => sampleInline);
    expect(read(many)).toHaveLength(productsLimit);
    expect(() => read([...many, sampleInline])).toThrow(`at most ${productsLimit}`);
    expect(faultOf(() => read([...many, sampleInline]))).toBe("PRODUCTS_INVALID");
  });
});

describe("the checks of a product", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["nothing that says what it is", { data }, "PRODUCT_REFERENCE_MISSING"],
    ["a blank product_id", { product_id: " ", data }, "PRODUCT_REFERENCE_MISSING"],
    ["an unknown product_id", { product_id: "prod_other", data }, "PRODUCT_UNKNOWN"],
    ["a product_id that objects inherit", { product_id: "constructor", data }, "PRODUCT_UNKNOWN"],
    ["a product_id that is no text", { product_id: 7, data }, "PRODUCT_UNKNOWN"],
    ["a product_id without end", { product_id: "x".repeat(100_000), data }, "PRODUCT_UNKNOWN"],
    ["no type", { ...sampleInline, product_type: null }, "PRODUCT_TYPE_MISSING"],
    ["an unknown type", { ...sampleInline, product_type: "car" }, "PRODUCT_TYPE_UNKNOWN"],
    ["a type that objects inherit", { ...sampleInline, product_type: "toString" }, "PRODUCT_TYPE_UNKNOWN"],
    ["no subtype", { ...sampleInline, product_subtype: "" }, "PRODUCT_SUBTYPE_MISSING"],
    ["a subtype of another type", { ...sampleInline, product_subtype: "tent" }, "PRODUCT_SUBTYPE_UNKNOWN"],
    ["a subtype that arrays inherit", { ...sampleInline, product_subtype: "length" }, "PRODUCT_SUBTYPE_UNKNOWN"],
    ["no value", { ...sampleInline, value_excl: undefined }, "PRODUCT_VALUE_MISSING"],
    ["a value of 0", { ...sampleInline, value_excl: 0 }, "PRODUCT_VALUE_NOT_POSITIVE"],
    ["a value below 0", { ...sampleInline, value_excl: -1 }, "PRODUCT_VALUE_NOT_POSITIVE"],
    ["a value below a cent", { ...sampleInline, value_excl: 1e-9 }, "PRODUCT_VALUE_NOT_POSITIVE"],
    ["a value as a text", { ...sampleInline, value_excl: "2400" }, "PRODUCT_VALUE_NOT_POSITIVE"],
    ["a value over 15,000", { ...sampleInline, value_excl: 15_000.01 }, "PRODUCT_VALUE_TOO_HIGH"],
    ["a value that JSON cannot write again", { ...sampleInline, value_excl: JSON.parse("1e999") as unknown }, "PRODUCT_VALUE_TOO_HIGH"],
    ["no brand", { ...sampleInline, brand: " " }, "PRODUCT_BRAND_MISSING"],
    ["a brand that is no text", { ...sampleInline, brand: {} }, "PRODUCT_BRAND_MISSING"],
    ["no model", { ...sampleInline, model: null }, "PRODUCT_MODEL_MISSING"],
    ["a model without end", { ...sampleInline, model: "x".repeat(501) }, "PRODUCT_MODEL_MISSING"],
    [
      "a type that the renter may not insure",
      { ...sampleInline, product_type: "sports", product_subtype: "golf" },
      "PRODUCT_TYPE_NOT_ALLOWED",
    ],
    ["no data", { product_id: "prod_bike" }, "PRODUCT_DATA_MISSING"],
    ["data without a user", { product_id: "prod_bike", data: {} }, "BIKE_USER_NAME_MISSING"],
    ["data that is no object", { product_id: "prod_bike", data: [] }, "PRODUCTS_INVALID"],
  ])("%s", (_what, product, error) => {
    const allowedTypes = productTypeNames.filter((type) => type !== "sports");
    expect(faultOf(() => read([sampleProduct, product], { allowedTypes }))).toBe(error);
    expect(() => read([sampleProduct, product], { allowedTypes })).toThrow("products[1]");
  });

  test("texts may be as long as the reference says, counting an emoji as one character", () => {
    const [brand, user_name] = ["😀".repeat(500), "é😀".repeat(250)];
    const sent = [{ ...sampleInline, brand, data: { ...data, user_name } }];
    expect(read(sent)).toMatchObject([{ insured: { description: { brand } }, data: { user_name } }]);
    expect(productsInput.safeParse(sent).error).toBeUndefined();
  });

  // rules/contracts.md#products-5
  test("a value of exactly 15,000 is insured, and a cent more is not", () => {
    expect(
      read([
        { ...sampleInline, value_excl: 15_000 },
        { ...sampleInline, value_excl: 0.01 },
      ]).map(({ insured }) => insured.valueExclCents),
    ).toEqual([1_500_000, 1]);
  });
});

describe("of several faults", () => {
  // rules/contracts.md#products-9
  test("the first of the specification's order answers, whichever product has it", () => {
    const inOrder = [
      { data },
      { product_id: "prod_other" },
      { product_type: "car", product_subtype: "tent" },
      { ...sampleInline, product_subtype: "tent" },
      { ...sampleInline, value_excl: 0 },
      { ...sampleInline, model: "" },
      { product_id: "prod_tent" },
      { product_id: "prod_bike" },
      { product_id: "prod_bike", data: {} },
    ];
    const errors = [
      "PRODUCT_REFERENCE_MISSING",
      "PRODUCT_UNKNOWN",
      "PRODUCT_TYPE_UNKNOWN",
      "PRODUCT_SUBTYPE_UNKNOWN",
      "PRODUCT_VALUE_NOT_POSITIVE",
      "PRODUCT_MODEL_MISSING",
      "PRODUCT_TYPE_NOT_ALLOWED",
      "PRODUCT_DATA_MISSING",
      "BIKE_USER_NAME_MISSING",
    ];
    for (const [index, error] of errors.entries()) {
      expect(faultOf(() => read(inOrder.slice(index).toReversed(), { allowedTypes: ["bike"] }))).toBe(error);
    }
  });

  test("the first product's answers where the faults are equal", () => {
    expect(() => read([sampleProduct, { product_id: "a" }, { product_id: "b" }])).toThrow("products[1].product_id");
  });
});

// rules/contracts.md#types-6
test("a product type is insured only under the contract types that offer it", () => {
  for (const contractType of ["LCD", "LMD", "LLD"] as const) {
    for (const productType of productTypeNames) {
      const known = new Map([["prod_any", { productId: "prod_any", productType, productSubtype: null, valueExclCents: 10_000 }]]);
      const offered: readonly string[] = contractTypesByProductType[productType];
      const error = offered.includes(contractType) ? undefined : "PRODUCT_NOT_OFFERED";
      expect(faultOf(() => read([{ product_id: "prod_any", data }], { contractType, products: known }))).toBe(error);
    }
  }
});
