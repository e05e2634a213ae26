import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import { insured, lcd } from "#e2e/api/samples.ts";
import { makePartner, makeProduct, makeShop } from "#e2e/api/world.ts";
import { createContract, endContract, readContract } from "#lib/insurance/contracts/endpoints.ts";
import { changeProduct, createProduct, deleteProduct, listProducts, readProduct } from "#lib/insurance/products/endpoints.ts";

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
});

describe("a refused request about a product", () => {
  // The tables of lib/insurance/products/rules have the other errors.
  test.each([
    [4000, "uid", { uid: undefined }],
    [1230, "value_excl", { value_excl: 15_000.01 }],
    [4009, "data.product_subtype", { data: { ...bikeBody().data, product_subtype: "ski" } }],
  ])("to add one answers %i and names %s", async (code, field, changes) => {
    const { key } = (await makePartner()).development;
    expect(await refuse(key, createProduct, { body: bikeBody(changes) })).toMatchObject({ status: 400, code, field });
    expect(await succeed(key, listProducts)).toEqual([]);
  });

  test("to change one leaves it as it is", async () => {
    const { key } = (await makePartner()).development;
    const product = await makeProduct(key);
    expect(await refuse(key, changeProduct, { ...at(product.uid), body: { title: "Other", value_excl: "1" } })).toMatchObject({
      status: 400,
      code: 4101,
      field: "value_excl",
    });
    expect(await succeed(key, readProduct, at(product.uid))).toEqual(product);
  });

  // rules/products.md#delete-2
  test("answers 4999 with 404 for an unknown product, like reading and deleting", async () => {
    const { key } = (await makePartner()).development;
    for (const endpoint of [readProduct, changeProduct, deleteProduct]) {
      expect(await refuse(key, endpoint, { ...at("nothing"), ...(endpoint === changeProduct ? { body: {} } : {}) })).toMatchObject({
        status: 404,
        code: 4999,
      });
    }
  });
});
