import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { call, refuse, succeed, unansweredErrors } from "#e2e/api/client.ts";
import { inDays, insured, lcd } from "#e2e/api/samples.ts";
import { makePartner, makeProduct, makeRenter, makeShop } from "#e2e/api/world.ts";
import { createContract, endContract, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { changeProduct, createProduct, deleteProduct, listProducts, readProduct } from "#lib/insurance/products/endpoints.ts";
import { productErrors } from "#lib/platform/errors/product-errors.ts";

const absent = undefined;
const at = (productId: string) => ({ params: { productId } });

function bikeBody(changes: Record<string, unknown> = {}): Record<string, unknown> & { data: Record<string, unknown> } {
  return {
    uid: randomUUID(),
    product_type: "bike",
    title: "City bike",
    value_excl: 2400,
    data: { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" },
    ...changes,
  };
}

describe("a product", () => {
  // rules/errors.md#answers-4
  test("that is added answers 201, and reads back the same by its product_id and by its uid", async () => {
    const { key } = (await makePartner()).development;
    const body = bikeBody({ uid: "bike/42 é?#%", description: "Low frame.", purchased_date: "2026-05-31T09:00:00+02:00" });
    const { status, data: product } = await call(key, createProduct, { body });
    expect(status).toBe(201);
    expect(product).toEqual({ ...body, product_id: product?.product_id, purchased_date: "2026-05-31T07:00:00.000Z" });
    expect(await succeed(key, readProduct, at(product?.product_id ?? ""))).toEqual(product);
    expect(await succeed(key, readProduct, at("bike/42 é?#%"))).toEqual(product);
  });

  test("keeps all other fields of its data", async () => {
    const { key } = (await makePartner()).development;
    const own = {
      colour: "red",
      sizes: ["M", "L"],
      motor: { watts: 250, "é 😀": null },
      constructor: "Moustache",
      "": 0,
      big: 2 ** 53 - 1,
    };
    const product = await makeProduct(key, { data: { ...bikeBody().data, ...own } });
    expect((await succeed(key, readProduct, at(product.product_id))).data).toEqual({ ...bikeBody().data, ...own });
  });

  test("keeps its value to the cent, rounded half up", async () => {
    const { key } = (await makePartner()).development;
    expect(await makeProduct(key, { value_excl: 1.005 })).toMatchObject({ value_excl: 1.01 });
    expect(await makeProduct(key, { value_excl: 15_000 })).toMatchObject({ value_excl: 15_000 });
  });

  test("has a uid that is unique in its world, and may exist in another one", async () => {
    const { development, production } = await makePartner();
    await makeProduct(development.key, { uid: "bike-1" });
    expect(await refuse(development.key, createProduct, { body: bikeBody({ uid: "bike-1" }) })).toMatchObject({ status: 400, code: 4010 });
    expect(await makeProduct(production.key, { uid: "bike-1" })).toMatchObject({ uid: "bike-1" });
  });

  test("changes in the sent fields and keeps the rest", async () => {
    const { key } = (await makePartner()).development;
    const product = await makeProduct(key, { description: "Low frame.", data: { ...bikeBody().data, colour: "red", size: "M" } });
    const changed = await succeed(key, changeProduct, {
      ...at(product.uid),
      body: { value_excl: 1999.99, description: null, data: { model: "Lundi 20", size: null, rack: true } },
    });
    const { description: _description, ...rest } = product;
    expect(changed).toEqual({ ...rest, value_excl: 1999.99, data: { ...bikeBody().data, model: "Lundi 20", colour: "red", rack: true } });
    expect(await succeed(key, readProduct, at(product.product_id))).toEqual(changed);
    expect(await succeed(key, changeProduct, { ...at(product.uid), body: changed })).toEqual(changed);
  });

  // rules/products.md#change-4
  test("that is insured can be changed and deleted: the contract keeps what it insured", async () => {
    const shop = await makeShop();
    const product = await makeProduct(shop.key);
    const body = lcd(shop.uid, { products: [insured({ product_id: product.product_id })] });
    const contract = await succeed(shop.key, createContract, { body });
    await succeed(shop.key, changeProduct, { ...at(product.uid), body: { value_excl: 1 } });
    await succeed(shop.key, deleteProduct, at(product.uid));
    const params = { contractId: contract.cid ?? "" };
    expect(await succeed(shop.key, readContract, { params })).toEqual(contract);
    expect(await refuse(shop.key, createContract, { body })).toMatchObject({ code: 1201 });
    expect(await succeed(shop.key, endContract, { params })).toMatchObject({ status: "cancel" });
  });

  // rules/errors.md#answers-4
  test("that is deleted answers 204, is missing from the list, and can still be read", async () => {
    const { key } = (await makePartner()).development;
    const product = await makeProduct(key);
    const { status, text } = await call(key, deleteProduct, at(product.uid));
    expect({ status, text }).toEqual({ status: 204, text: "" });
    expect(await succeed(key, listProducts)).toEqual([]);
    expect(await succeed(key, readProduct, at(product.uid))).toEqual(product);
    const gone = { status: 404, code: 4999 };
    expect(await refuse(key, deleteProduct, at(product.uid))).toMatchObject(gone);
    expect(await refuse(key, changeProduct, { ...at(product.uid), body: { value_excl: 1 } })).toMatchObject(gone);
  });
});

describe("the list of products", () => {
  // rules/products.md#list-1
  test("is an array with one object that has the whole catalogue, newest first", async () => {
    const { key } = (await makePartner()).development;
    const empty = await call(key, listProducts);
    expect(JSON.parse(empty.text)).toEqual([{ status: "success", products: [], next: null }]);
    const made = [];
    for (let index = 0; index < 25; index += 1) made.unshift(await makeProduct(key));
    const whole = await call(key, listProducts);
    expect(JSON.parse(whole.text)).toEqual([{ status: "success", products: made, next: null }]);
  });

  // rules/products.md#list-1
  test("is paged on request", async () => {
    const { key } = (await makePartner()).development;
    const made = [];
    for (let index = 0; index < 22; index += 1) made.unshift(await makeProduct(key));
    const list = (query: object) => succeed(key, listProducts, { query });
    expect(await list({ limit: 2 })).toEqual(made.slice(0, 2));
    expect(await list({ skip: 1 })).toEqual(made.slice(1, 21));
    expect(await list({ skip: 20, limit: 1000 })).toEqual(made.slice(20));
    expect(await refuse(key, listProducts, { query: { limit: -1 } })).toMatchObject({ status: 400, code: 400 });
  });
});

const creations: readonly [code: number, why: string, changes: Record<string, unknown>][] = [
  [4000, "uid missing", { uid: absent }],
  [4011, "uid a number", { uid: 42 }],
  [4011, "uid of 129 characters", { uid: "a".repeat(129) }],
  [4001, "type missing", { product_type: null }],
  [4018, "type a list", { product_type: ["bike"] }],
  [4008, "type unknown", { product_type: "constructor" }],
  [4002, "title missing", { title: "  " }],
  [4012, "title a number", { title: 5 }],
  [4004, "value missing", { value_excl: absent }],
  [4013, "value in a text", { value_excl: "2400" }],
  [4021, "value of 0", { value_excl: 0 }],
  [4021, "value below 0", { value_excl: -1e300 }],
  [1230, "value over 15,000", { value_excl: 15_000.01 }],
  [4003, "data missing", { data: absent }],
  [4017, "data a list", { data: [] }],
  [4017, "data of 8 KiB and more", { data: { ...bikeBody().data, note: "a".repeat(8192) } }],
  [4005, "subtype missing", { data: { ...bikeBody().data, product_subtype: absent } }],
  [4019, "subtype a number", { data: { ...bikeBody().data, product_subtype: 1 } }],
  [4009, "subtype of another type", { data: { ...bikeBody().data, product_subtype: "ski" } }],
  [4006, "brand missing", { data: { ...bikeBody().data, brand: absent } }],
  [4015, "brand an object", { data: { ...bikeBody().data, brand: {} } }],
  [4007, "model missing", { data: { ...bikeBody().data, model: absent } }],
  [4016, "model of 501 characters", { data: { ...bikeBody().data, model: "a".repeat(501) } }],
  [4014, "description a number", { description: 1 }],
  [4022, "purchased the day after tomorrow", { purchased_date: inDays(2) }],
  [4022, "purchased on 30 February", { purchased_date: "2026-02-30" }],
];

const changes: readonly [code: number, why: string, body: unknown][] = [
  [400, "another uid", { uid: "other" }],
  [400, "another type", { product_type: "sports" }],
  [400, "another subtype", { data: { product_subtype: "cargo" } }],
  [400, "a field that there is not", { colour: "red" }],
  [4101, "a value in a text", { value_excl: "1" }],
  [4101, "no value", { value_excl: null }],
  [4102, "a description that is a number", { description: 1 }],
  [4103, "a title that is a list", { title: ["x"] }],
  [4104, "a date of purchase that is none", { purchased_date: "soon" }],
  [4006, "no brand", { data: { brand: null } }],
];

describe("POST /products answers", () => {
  // rules/products.md#create-4
  test.each(creations)("%i for %s", async (code, _why, fields) => {
    const { key } = (await makePartner()).development;
    expect(await refuse(key, createProduct, { body: bikeBody(fields) })).toMatchObject({ status: 400, code });
    expect(await succeed(key, listProducts)).toEqual([]);
  });

  test("4020 for a type that no attached renter can insure", async () => {
    const { key } = (await makePartner()).development;
    await makeRenter(key, { productTypes: ["high-tech"] });
    expect(await refuse(key, createProduct, { body: bikeBody() })).toMatchObject({ status: 400, code: 4020 });
  });
});

describe("PATCH /products/{productId} answers", () => {
  test.each(changes)("%i for %s", async (code, _why, body) => {
    const { key } = (await makePartner()).development;
    const product = await makeProduct(key);
    expect(await refuse(key, changeProduct, { ...at(product.uid), body })).toMatchObject({ status: 400, code });
    expect(await succeed(key, readProduct, at(product.uid))).toEqual(product);
  });

  // rules/products.md#delete-2
  test("4999 with 404 for an unknown product, like reading and deleting", async () => {
    const { key } = (await makePartner()).development;
    for (const endpoint of [readProduct, changeProduct, deleteProduct]) {
      expect(await refuse(key, endpoint, { ...at("nothing"), ...(endpoint === changeProduct ? { body: {} } : {}) })).toMatchObject({
        status: 404,
        code: 4999,
      });
    }
  });
});

test("every error of the product catalogue is covered by this file", () => {
  expect(unansweredErrors(productErrors)).toEqual([]);
});
