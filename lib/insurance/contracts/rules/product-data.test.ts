import { describe, expect, test } from "vitest";
import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractType, ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { faultOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { readProductData } from "#lib/insurance/contracts/rules/product-data.ts";
import type { ProductDataFacts } from "#lib/insurance/contracts/rules/product-data.ts";
import { contractProductData } from "#lib/insurance/contracts/schema.ts";

const facts: ProductDataFacts = { contractType: "LLD", productType: "bike", shared: false, preview: false };
const complete = { user_name: "Ada Martin", product_marked: "BC-1" };
const read = (sent: unknown, changes: Partial<ProductDataFacts> = {}) =>
  readProductData(sent, "products[0].data", { ...facts, ...changes });
const properties = (count: number) => Object.fromEntries(Array.from({ length: count }, (_each, index) => [`property_${index}`, index]));

const missingErrors: Record<ProductType, { userName: string; marking: string }> = {
  bike: { userName: "BIKE_USER_NAME_MISSING", marking: "BIKE_MARKING_MISSING" },
  wintersports: { userName: "WINTERSPORTS_USER_NAME_MISSING", marking: "WINTERSPORTS_MARKING_MISSING" },
  watersports: { userName: "WATERSPORTS_USER_NAME_MISSING", marking: "WATERSPORTS_MARKING_MISSING" },
  "high-tech": { userName: "PRODUCTS_INVALID", marking: "PRODUCTS_INVALID" },
  event: { userName: "PRODUCTS_INVALID", marking: "PRODUCTS_INVALID" },
  "small-tools": { userName: "PRODUCTS_INVALID", marking: "PRODUCTS_INVALID" },
  sports: { userName: "PRODUCTS_INVALID", marking: "PRODUCTS_INVALID" },
};

describe.each(productTypeNames)("the data of a %s product", (productType) => {
  const { userName, marking } = missingErrors[productType];

  // rules/contracts.md#products-6
  test("is required, and the refusal names the type", () => {
    expect(faultOf(() => read(undefined, { productType }))).toBe("PRODUCT_DATA_MISSING");
    expect(() => read(null, { productType })).toThrow(productType);
  });

  // rules/contracts.md#products-7
  test.each<[ContractType, unknown, string | undefined]>([
    ["LCD", { user_name: "Ada" }, marking],
    ["LCD", { product_marked: "BC-1" }, undefined],
    ["LMD", { product_marked: "BC-1" }, userName],
    ["LLD", { product_marked: "BC-1", user_name: "  " }, userName],
    ["LMD", { user_name: "Ada", product_marked: null }, marking],
    ["LLD", {}, userName],
    ["LLD", complete, undefined],
  ])("%s with %j: %s", (contractType, sent, error) => {
    expect(faultOf(() => read(sent, { productType, contractType }))).toBe(error);
  });
});

// rules/errors.md#requests-15
test.each([
  [
    { user_name: "Ada", product_markd: "BC-1" },
    "products[0].data.product_marked is missing: every bike product needs it; product_markd was sent",
  ],
  [{ user_name: "Ada", productMarked: "BC-1" }, "; productMarked was sent"],
  [{ product_marked: "BC-1", username: "Ada", colour: "red" }, "; username was sent"],
])("an error about a missing property of %j names what was sent in its place", (sent, message) => {
  expect(() => read(sent)).toThrow(message);
});

test("an error about a missing property names none that differs", () => {
  expect(() => read({ user_name: "Ada", colour: "red" })).toThrow(/every bike product needs it$/);
});

describe("the shape of data", () => {
  test.each([
    ["an array", [complete]],
    ["a text", "BC-1"],
    ["a number in user_name", { ...complete, user_name: 7 }],
    ["an object in product_marked", { ...complete, product_marked: {} }],
    ["an array in internal_id", { ...complete, internal_id: ["a"] }],
    ["true in a property of its own", { ...complete, electric: true }],
    ["null in a property of its own", { ...complete, colour: null }],
    ["an object in a property of its own", { ...complete, frame: { size: 54 } }],
    ["a number that JSON cannot write again", { ...complete, weight: JSON.parse("1e999") as unknown }],
    ["a property without a name", { ...complete, "": "x" }],
    ["a property with a name without end", { ...complete, ["x".repeat(501)]: "x" }],
    ["a text without end", { ...complete, colour: "x".repeat(501) }],
    ["a user_name without end", { ...complete, user_name: "x".repeat(501) }],
    ["a property named __proto__", JSON.parse('{"user_name": "Ada", "product_marked": "BC-1", "__proto__": "x"}') as unknown],
    ["21 properties of its own", { ...complete, ...properties(21) }],
  ])("is refused in a preview too: %s", (_what, sent) => {
    expect(faultOf(() => read(sent))).toBe("PRODUCTS_INVALID");
    expect(faultOf(() => read(sent, { preview: true }))).toBe("PRODUCTS_INVALID");
  });

  // rules/contracts.md#products-8
  test.each([
    ["20 properties of its own beside the known three", { ...complete, internal_id: "fleet-1", ...properties(20) }],
    ["a property named as objects inherit one", { ...complete, constructor: "Gitane", toString: 1 }],
    ["an empty text in a property of its own", { ...complete, colour: "" }],
  ])("is stored unchanged: %s", (_what, sent) => {
    expect(read(sent)).toEqual(sent);
    expect(contractProductData.parse(read(sent))).toEqual(sent);
  });

  test("loses nulls and blanks in the three known fields", () => {
    expect(read({ ...complete, internal_id: null })).toEqual(complete);
    expect(read({ product_marked: "BC-1", user_name: " ", internal_id: "" }, { contractType: "LCD" })).toEqual({ product_marked: "BC-1" });
  });
});

describe("a preview", () => {
  test.each([
    [undefined, {}],
    [null, {}],
    [{}, {}],
    [{ internal_id: "fleet-1" }, { internal_id: "fleet-1" }],
  ])("accepts the data %j", (sent, kept) => {
    expect(read(sent, { preview: true })).toEqual(kept);
  });
});

describe("a shared product", () => {
  // rules/contracts.md#options-10
  test("has the user name Partagé if it is a bike", () => {
    expect(read({ product_marked: "BC-1" }, { shared: true })).toEqual({ product_marked: "BC-1", user_name: "Partagé" });
    expect(read(complete, { shared: true })).toEqual({ product_marked: "BC-1", user_name: "Partagé" });
    expect(read(undefined, { shared: true, preview: true })).toEqual({ user_name: "Partagé" });
  });

  test("still needs the bike's marking, and a user if it is no bike", () => {
    expect(faultOf(() => read({ user_name: "Ada" }, { shared: true }))).toBe("BIKE_MARKING_MISSING");
    expect(faultOf(() => read({ product_marked: "W-1" }, { shared: true, productType: "watersports" }))).toBe(
      "WATERSPORTS_USER_NAME_MISSING",
    );
    expect(read(complete, { shared: true, productType: "high-tech" })).toEqual(complete);
  });
});
