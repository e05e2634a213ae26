import { describe, expect, test } from "vitest";
import { productTypeNames, productTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import { faultsOf } from "#lib/insurance/contracts/rules/creation.fixture.ts";
import { changeProduct, createProduct } from "#lib/insurance/products/endpoints.ts";
import { serializeProduct } from "#lib/insurance/products/product.ts";
import type { Product } from "#lib/insurance/products/product.ts";
import { decideChange, decideCreation } from "#lib/insurance/products/rules/changes.ts";
import { sampleBody, sampleData, sampleFacts, sampleNow, sampleProduct } from "#lib/insurance/products/rules/product.fixture.ts";
import { createProductBody } from "#lib/insurance/products/schema.ts";
import { errorCatalogue } from "#lib/platform/errors/catalogue.ts";

const faultOf = faultsOf(createProduct);
const faultOfChange = faultsOf(changeProduct);
const change = (body: unknown) => decideChange(body, sampleProduct, sampleNow);

describe("a change of a product changes", () => {
  test.each([
    [{}, {}],
    [{ title: "Bike 43" }, { title: "Bike 43" }],
    [{ value_excl: 2150.5 }, { valueExclCents: 215_050 }],
    [{ description: "New saddle" }, { description: "New saddle" }],
    [{ description: null }, { description: null }],
    [{ purchased_date: "2024-06-01" }, { purchasedDate: new Date("2024-06-01T00:00:00.000Z") }],
    [{ purchased_date: null }, { purchasedDate: null }],
    [{ data: {} }, {}],
    [{ data: { brand: "Gitane" } }, { data: { ...sampleData, brand: "Gitane" } }],
    [{ data: { size: "L" } }, { data: { ...sampleData, size: "L" } }],
    [{ data: { colour: { frame: "red" } } }, { data: { ...sampleData, colour: { frame: "red" } } }],
    [{ data: { colour: null } }, { data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" } }],
    [{ data: { missing: null, constructor: null } }, {}],
  ])("%j", (body, changes) => {
    expect(change(body)).toEqual({ ...sampleProduct, ...changes });
  });

  // rules/products.md#change-3
  test("nothing if an answer is sent back unchanged", () => {
    expect(change(serializeProduct(sampleProduct))).toEqual(sampleProduct);
    const bare = { ...sampleProduct, description: null, purchasedDate: null };
    expect(decideChange(serializeProduct(bare), bare, sampleNow)).toEqual(bare);
    // In the easternmost time zone it is 2 March.
    const noon = new Date("2027-03-01T12:00:00.000Z");
    const bought = { ...sampleProduct, ...decideCreation({ ...sampleBody, purchased_date: "2027-03-02" }, { ...sampleFacts, now: noon }) };
    expect(decideChange(serializeProduct(bought), bought, noon)).toEqual(bought);
  });

  test("no stored null in data unless it is sent", () => {
    const before = { ...sampleProduct, data: { ...sampleData, note: null } };
    expect(decideChange({ data: { size: "L" } }, before, sampleNow).data).toEqual({ ...sampleData, note: null, size: "L" });
    expect(decideChange({ data: { note: null } }, before, sampleNow).data).toEqual(sampleData);
  });
});

describe("a change of a product refuses", () => {
  // rules/products.md#change-2
  test.each<[string, unknown]>([
    ["MALFORMED_REQUEST", []],
    ["MALFORMED_REQUEST", undefined],
    ["MALFORMED_REQUEST", "title"],
    ["MALFORMED_REQUEST", { uid: "bike-0043" }],
    ["MALFORMED_REQUEST", { uid: null }],
    ["MALFORMED_REQUEST", { product_type: "sports" }],
    ["MALFORMED_REQUEST", { product_type: "car" }],
    ["MALFORMED_REQUEST", { data: { product_subtype: "cargo" } }],
    ["MALFORMED_REQUEST", { data: { product_subtype: null } }],
    ["MALFORMED_REQUEST", { product_id: "prod_other" }],
    ["MALFORMED_REQUEST", { titel: "Bike 43" }],
    ["MALFORMED_REQUEST", { brand: "Gitane" }],
    ["MALFORMED_REQUEST", { "data.product_subtype": "electric" }],
    ["CATALOGUE_NEW_TITLE_INVALID", { title: null }],
    ["CATALOGUE_NEW_TITLE_INVALID", { title: " " }],
    ["CATALOGUE_NEW_TITLE_INVALID", { title: 7 }],
    ["CATALOGUE_NEW_VALUE_INVALID", { value_excl: null }],
    ["CATALOGUE_NEW_VALUE_INVALID", { value_excl: "2150" }],
    ["CATALOGUE_VALUE_NOT_POSITIVE", { value_excl: 0 }],
    ["PRODUCT_VALUE_TOO_HIGH", { value_excl: 15_001 }],
    ["CATALOGUE_DATA_MISSING", { data: null }],
    ["CATALOGUE_DATA_INVALID", { data: ["brand"] }],
    ["CATALOGUE_DATA_INVALID", { data: JSON.parse('{"__proto__":1}') }],
    ["CATALOGUE_BRAND_MISSING", { data: { brand: null } }],
    ["CATALOGUE_BRAND_INVALID", { data: { brand: 7 } }],
    ["CATALOGUE_MODEL_MISSING", { data: { model: "" } }],
    ["CATALOGUE_MODEL_INVALID", { data: { model: {} } }],
    ["CATALOGUE_NEW_DESCRIPTION_INVALID", { description: 7 }],
    ["CATALOGUE_NEW_PURCHASED_DATE_INVALID", { purchased_date: "2027-03-03" }],
  ])("%s: %j", (error, body) => {
    expect(faultOfChange(() => change(body))).toBe(error);
  });

  // rules/products.md#change-1
  test("immutable fields first, then unknown ones, then wrong values", () => {
    const errors: [Record<string, unknown>, string][] = [
      [{ uid: "x" }, "MALFORMED_REQUEST"],
      [{ product_type: "x" }, "MALFORMED_REQUEST"],
      [{ data: { product_subtype: "x" } }, "MALFORMED_REQUEST"],
      [{ nickname: "x" }, "MALFORMED_REQUEST"],
      [{ title: 7 }, "CATALOGUE_NEW_TITLE_INVALID"],
      [{ value_excl: "x" }, "CATALOGUE_NEW_VALUE_INVALID"],
      [{ description: 7 }, "CATALOGUE_NEW_DESCRIPTION_INVALID"],
      [{ purchased_date: 7 }, "CATALOGUE_NEW_PURCHASED_DATE_INVALID"],
    ];
    for (const [index, [, error]] of errors.entries()) {
      const worst = errors.slice(index).reduce((all, [body]) => ({ ...all, ...body }), {});
      expect(faultOfChange(() => change(worst))).toBe(error);
    }
  });

  test("data that grows too large, though each part is small", () => {
    const before = { ...sampleProduct, data: { ...sampleData, notes: "x".repeat(5000) } };
    expect(faultOfChange(() => decideChange({ data: { more: "x".repeat(4000) } }, before, sampleNow))).toBe("CATALOGUE_DATA_INVALID");
    expect(decideChange({ data: { notes: "", more: "x".repeat(4000) } }, before, sampleNow).data.more).toHaveLength(4000);
  });
});

type Decided = Omit<Product, "productId">;
const decide = (changes: Record<string, unknown>, usableTypes: ProductType[] = productTypeNames): Decided =>
  decideCreation({ ...sampleBody, ...changes }, { ...sampleFacts, usableTypes });
const decideData = (changes: Record<string, unknown>): Decided => decide({ data: { ...sampleData, ...changes } });

function codeOf(run: () => unknown): number | undefined {
  const error = faultOf(run);
  return error && errorCatalogue[error].code;
}

const blanks = [undefined, null, "", " \n"];
const noTexts = [7, true, {}, [], ["bike"]];

// rules/errors.md#requests-15
test("an error about missing data names what was sent in its place", () => {
  const [brand, model] = [
    { ...sampleData, brand: undefined, Brands: "M" },
    { ...sampleData, model: " ", modle: "L" },
  ];
  expect(() => decide({ data: brand })).toThrow("data.brand is missing: send a text of 1 to 500 characters; Brands was sent");
  expect(() => decide({ data: model })).toThrow("; modle was sent");
  expect(() => decide({ data: { ...sampleData, product_subtype: null, subtype: "x", produkt_subtype: "y" } })).toThrow(
    "; produkt_subtype was sent",
  );
});

// A number that JSON cannot write is read as infinite.
test("a value beyond all numbers is refused without a word for it", () => {
  expect(() => decide({ value_excl: JSON.parse("1e400") })).toThrow("value_excl is over 15000");
  expect(() => decide({ value_excl: JSON.parse("-1e400") })).toThrow("value_excl must be 0.01 or more");
});

describe("a product that is accepted", () => {
  test("keeps everything that was sent", () => {
    const { productId: _none, ...expected } = sampleProduct;
    expect(decide({})).toEqual(expected);
  });

  test.each(blanks)("needs neither a description nor a date: %j", (blank) => {
    expect(decide({ description: blank, purchased_date: blank })).toMatchObject({ description: null, purchasedDate: null });
  });

  test.each(productTypeNames)("is a %s of each of its subtypes", (type) => {
    for (const subtype of productTypes[type]) {
      const { productType, data } = decide({ product_type: type, data: { ...sampleData, product_subtype: subtype } });
      expect([productType, data.product_subtype]).toEqual([type, subtype]);
    }
  });

  test.each([
    "6f9619ff-8b86-4011-b42d-00c04fc964ff",
    "x",
    " 42 ",
    "é/?&=",
    "prod_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
    "x".repeat(128),
    "😀".repeat(128),
  ])("keeps the uid %j unchanged", (uid) => {
    expect(decide({ uid }).uid).toBe(uid);
  });

  test("may have texts as long as the reference says, counting an emoji as one character", () => {
    const [uid, title, description, brand] = ["😀".repeat(128), "😀".repeat(500), "😀".repeat(5000), "😀".repeat(500)];
    const changes = { uid, title, description, data: { ...sampleData, brand } };
    expect(decide(changes)).toMatchObject({ uid, title, description, data: { brand } });
    expect(createProductBody.safeParse({ ...sampleBody, ...changes }).error).toBeUndefined();
  });

  // rules/products.md#create-7
  test("keeps any JSON that the partner adds to data", () => {
    const own = { nothing: null, deep: { list: [1, "two", { three: [] }] }, "": 0, constructor: "x", ratio: 1e-7 };
    expect(decideData(own).data).toEqual({ ...sampleData, ...own });
  });

  // rules/products.md#create-8
  test("has no unknown field: one is refused by its name", () => {
    expect(codeOf(() => decide({ price: 12 }))).toBe(400);
    expect(() => decide({ price: 12 })).toThrow('the field "price" is not accepted here; accepted fields: uid, product_type');
  });
});

describe("each fault has its code", () => {
  // rules/products.md#create-1, #create-4
  test.each<[number, string, readonly unknown[]]>([
    [4000, "uid", blanks],
    [4001, "product_type", blanks],
    [4002, "title", blanks],
    [4004, "value_excl", blanks],
    [4003, "data", blanks],
    [4008, "product_type", ["car", "Bike", "constructor", "__proto__"]],
    [4011, "uid", [...noTexts, "x".repeat(129), "😀".repeat(129)]],
    [4018, "product_type", noTexts],
    [4012, "title", [...noTexts, "x".repeat(501)]],
    [4013, "value_excl", ["2400", true, {}, []]],
    [4017, "data", ["electric", 7, true, [], [sampleData]]],
    [4014, "description", [...noTexts, "x".repeat(5001)]],
    [4021, "value_excl", [0, -1, 0.009, 1e-9, -0, JSON.parse("-1e400")]],
    [1230, "value_excl", [15_000.01, 15_001, 1e300, JSON.parse("1e400")]],
    [
      4022,
      "purchased_date",
      [
        ...noTexts,
        "yesterday",
        "2024-02-30",
        "2024-5-31",
        "31/05/2024",
        "2024-05-31T10:00:00",
        "2027-03-03",
        "2027-03-01T09:00:00.001Z",
        "2028-01-01T00:00:00Z",
        "0024-05-31",
        "1899-12-31",
        "1900-01-01T00:00:00+01:00",
        "9999-12-31",
        "10000-01-01",
        "-000001-01-01",
      ],
    ],
  ])("%i: %s", (code, field, values) => {
    for (const value of values) expect([value, codeOf(() => decide({ [field]: value }))]).toEqual([value, code]);
  });

  test.each<[number, string, readonly unknown[]]>([
    [4005, "product_subtype", blanks],
    [4006, "brand", blanks],
    [4007, "model", blanks],
    [4009, "product_subtype", ["tent", "length", "constructor", "Electric"]],
    [4019, "product_subtype", noTexts],
    [4015, "brand", [...noTexts, "x".repeat(501)]],
    [4016, "model", [...noTexts, "x".repeat(501)]],
    [4017, "more", ["x".repeat(8192), "é".repeat(4096), JSON.parse("1e400"), { deep: [JSON.parse("-1e400")] }]],
  ])("%i: data.%s", (code, field, values) => {
    for (const value of values) expect(codeOf(() => decideData({ [field]: value }))).toBe(code);
  });

  test("4017: more than 50 own properties, or one with an unsafe name", () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_none, index) => [`property ${index}`, index]));
    expect(codeOf(() => decideData(many(49)))).toBeUndefined();
    expect(codeOf(() => decideData(many(50)))).toBe(4017);
    const polluting: unknown = JSON.parse('{"product_subtype":"electric","brand":"M","model":"L","__proto__":{"admin":true}}');
    expect(codeOf(() => decide({ data: polluting }))).toBe(4017);
  });

  test.each([[[]], ["bike"], [null], [undefined], [7], [[sampleBody]]])("the malformed body %j, which is no object, is refused", (body) => {
    expect(faultOf(() => decideCreation(body, sampleFacts))).toBe("MALFORMED_REQUEST");
  });

  test("4020: a type that no attached renter can insure; the refusal names those that one can", () => {
    expect(codeOf(() => decide({}, ["sports", "event"]))).toBe(4020);
    expect(() => decide({}, ["sports", "event"])).toThrow(
      "product_type bike may be insured by none of the renters attached to this API key; accepted: sports, event",
    );
    expect(codeOf(() => decide({}, []))).toBe(4020);
    expect(codeOf(() => decide({}, ["bike"]))).toBeUndefined();
  });
});

// rules/products.md#create-8
test("the first fault answers, in the order of the fields", () => {
  const errors: [Record<string, unknown>, number][] = [
    [{ uid: null }, 4000],
    [{ product_type: "car" }, 4008],
    [{ title: 7 }, 4012],
    [{ value_excl: 0 }, 4021],
    [{ data: { ...sampleData, product_subtype: "tent", brand: null, model: 7 } }, 4009],
    [{ data: { ...sampleData, brand: null, model: 7 } }, 4006],
    [{ data: { ...sampleData, model: 7 } }, 4016],
    [{ description: 7 }, 4014],
    [{ purchased_date: "soon" }, 4022],
  ];
  for (const [index] of errors.entries()) {
    const worst = errors.slice(index).reduceRight((all, [error]) => ({ ...all, ...error }), {});
    expect(codeOf(() => decide(worst))).toBe(errors[index]?.[1]);
  }
});

// rules/products.md#create-6
test.each([
  [0.01, 1],
  [0.014, 1],
  [0.015, 2],
  [1.005, 101],
  [2400.005, 240_001],
  [14_999.994, 1_499_999],
  [15_000, 1_500_000],
])("a value of %d euros is %i cents", (euros, cents) => {
  expect(decide({ value_excl: euros }).valueExclCents).toBe(cents);
});

// rules/products.md#create-9
test.each([
  ["2024-05-31", "2024-05-31T00:00:00.000Z"],
  ["2024-05-31T10:00:00+02:00", "2024-05-31T08:00:00.000Z"],
  ["2027-03-01T09:00:00Z", "2027-03-01T09:00:00.000Z"],
  ["2027-03-01", "2027-03-01T00:00:00.000Z"],
  ["1900-01-01", "1900-01-01T00:00:00.000Z"],
])("the date %s is %s", (sent, instant) => {
  expect(decide({ purchased_date: sent }).purchasedDate?.toISOString()).toBe(instant);
});

test("today is not a future day, even where the partner's clock is ahead of UTC", () => {
  const at = (now: string) =>
    codeOf(() => decideCreation({ ...sampleBody, purchased_date: "2027-03-02" }, { ...sampleFacts, now: new Date(now) }));
  expect(at("2027-03-01T10:00:00Z")).toBeUndefined();
  expect(at("2027-03-01T09:59:59Z")).toBe(4022);
});

test.each([
  ["a blank title", { title: " \n" }],
  ["a blank brand", { data: { ...sampleData, brand: " " } }],
  ["a blank model", { data: { ...sampleData, model: "\t" } }],
  ["a blank uid", { uid: " " }],
  ["a title that is too long", { title: "😀".repeat(501) }],
  ["less than a cent", { value_excl: 0.009 }],
])("%s is refused by the published schema as by the rules", (_name, changes) => {
  expect(codeOf(() => decide(changes))).toBeDefined();
  expect(createProductBody.safeParse({ ...sampleBody, ...changes }).success).toBe(false);
});
