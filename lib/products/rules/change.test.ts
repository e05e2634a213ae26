import { describe, expect, test } from "vitest";
import { faultOf } from "#lib/contracts/rules/creation.fixture.ts";
import { decideChange } from "#lib/products/rules/change.ts";
import { sampleData, sampleNow, sampleProduct } from "#lib/products/rules/product.fixture.ts";
import { serializeProduct } from "#lib/products/serialize.ts";

const change = (body: unknown) => decideChange(body, sampleProduct, sampleNow);

describe("what changes", () => {
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

  test("nothing, where an answer is sent back as it is", () => {
    expect(change(serializeProduct(sampleProduct))).toEqual(sampleProduct);
    const bare = { ...sampleProduct, description: null, purchasedDate: null };
    expect(decideChange(serializeProduct(bare), bare, sampleNow)).toEqual(bare);
  });

  test("a null that was kept in data stays until it is sent", () => {
    const before = { ...sampleProduct, data: { ...sampleData, note: null } };
    expect(decideChange({ data: { size: "L" } }, before, sampleNow).data).toEqual({ ...sampleData, note: null, size: "L" });
    expect(decideChange({ data: { note: null } }, before, sampleNow).data).toEqual(sampleData);
  });
});

describe("what is refused", () => {
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
  ])("%s: %j", (fault, body) => {
    expect(faultOf(() => change(body))).toBe(fault);
  });

  test("first what never changes, then what is no field, then what is wrong", () => {
    const faults: [Record<string, unknown>, string][] = [
      [{ uid: "x" }, "MALFORMED_REQUEST"],
      [{ product_type: "x" }, "MALFORMED_REQUEST"],
      [{ data: { product_subtype: "x" } }, "MALFORMED_REQUEST"],
      [{ nickname: "x" }, "MALFORMED_REQUEST"],
      [{ title: 7 }, "CATALOGUE_NEW_TITLE_INVALID"],
      [{ value_excl: "x" }, "CATALOGUE_NEW_VALUE_INVALID"],
      [{ description: 7 }, "CATALOGUE_NEW_DESCRIPTION_INVALID"],
      [{ purchased_date: 7 }, "CATALOGUE_NEW_PURCHASED_DATE_INVALID"],
    ];
    for (const [index, [, fault]] of faults.entries()) {
      const worst = faults.slice(index).reduce((all, [body]) => ({ ...all, ...body }), {});
      expect(faultOf(() => change(worst))).toBe(fault);
    }
  });

  test("a change that lets data grow too large, though each part is small", () => {
    const before = { ...sampleProduct, data: { ...sampleData, notes: "x".repeat(5000) } };
    expect(faultOf(() => decideChange({ data: { more: "x".repeat(4000) } }, before, sampleNow))).toBe("CATALOGUE_DATA_INVALID");
    expect(decideChange({ data: { notes: "", more: "x".repeat(4000) } }, before, sampleNow).data.more).toHaveLength(4000);
  });
});
