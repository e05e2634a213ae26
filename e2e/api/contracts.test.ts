import { describe, expect, test } from "vitest";
import { refuse, succeed } from "#e2e/api/client.ts";
import { bike, company, inDays, inHours, insured, lcd, lld, lmd } from "#e2e/api/samples.ts";
import { ageByHours, makePartner, makeProduct, makeRenter, makeShop, readWorld } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import {
  addContractProducts,
  amendContract,
  createContract,
  endContract,
  listContracts,
  readContract,
  removeContractProducts,
} from "#lib/insurance/contracts/endpoints.ts";
import { contract as contractSchema } from "#lib/insurance/contracts/schema.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { listProducts, readProduct } from "#lib/insurance/products/endpoints.ts";

const preview = { preview: true };

function of({ cid }: WireContract) {
  return { params: { contractId: cid } };
}

async function make({ key }: Shop, body: object): Promise<WireContract> {
  return contractSchema.parse(await succeed(key, createContract, { body }));
}

/** The keys of a contract's products, in the order in which they were insured. */
function cpidsOf(contract: WireContract): [string, ...string[]] {
  return Object.keys(contract.products) as [string, ...string[]];
}

describe("creating a contract", () => {
  test("returns it with identifiers and its price, and reads back the same", async () => {
    const shop = await makeShop();
    const body = lcd(shop.uid);
    const contract = await make(shop, body);
    expect(contract).toMatchObject({
      uid: shop.uid,
      contract_type: "LCD",
      status: "open",
      test: true,
      start_date: body["start_date"],
      end_date: body["end_date"],
      options: ["break", "theft"],
      price: 13.55,
    });
    expect(contract.cid).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const [cpid] = cpidsOf(contract);
    expect(cpid).toMatch(/^cpid_/);
    expect(contract.products[cpid]).toMatchObject({
      status: "open",
      price: 13.55,
      start_date: body["start_date"],
      end_date: body["end_date"],
      data: { product_marked: "BC-12345", user_name: "Ada Martin" },
    });
    expect(await succeed(shop.key, readContract, of(contract))).toEqual(contract);
  });

  test.each(["cid", "price", "__proto__"])("refuses the read-only field %s", async (field) => {
    const shop = await makeShop();
    const before = await readWorld(shop.world);
    const body = JSON.parse(JSON.stringify(lcd(shop.uid)).replace("{", `{${JSON.stringify(field)}: 1, `)) as object;
    const { code, message } = await refuse(shop.key, createContract, { body });
    expect([code, message]).toEqual([1010, expect.stringContaining(`"${field}"`)]);
    expect(await readWorld(shop.world)).toEqual(before);
  });

  // rules/prices.md#premium-1, #premium-2
  test("sums the prices of its products to the cent", async () => {
    const shop = await makeShop();
    const helmet = { product_type: "small-tools", product_subtype: "diy-tools", value_excl: 0.01, brand: "Bosch", model: "S" };
    const contract = await make(shop, lcd(shop.uid, { products: [insured(), insured(helmet), insured()] }));
    expect(Object.values(contract.products).map(({ price }) => price)).toEqual([13.55, 0.5, 13.55]);
    expect(contract.price).toBe(27.6);
  });

  test("accepts a product of the catalogue by its product_id or by the partner's uid", async () => {
    const shop = await makeShop();
    const product = await makeProduct(shop.key, { value_excl: 1200 });
    const contract = await make(
      shop,
      lcd(shop.uid, { products: [insured({ product_id: product.product_id }), insured({ product_id: product.uid })] }),
    );
    expect(Object.values(contract.products).map(({ product_id, price }) => ({ product_id, price }))).toEqual([
      { product_id: product.product_id, price: 6.77 },
      { product_id: product.product_id, price: 6.77 },
    ]);
  });

  // rules/contracts.md#products-3
  test("gives an inline product an entry that can be read, but not listed or insured again", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lcd(shop.uid));
    const { product_id } = contract.products[cpidsOf(contract)[0]] ?? { product_id: "" };
    expect(await succeed(shop.key, readProduct, { params: { productId: product_id } })).toMatchObject({
      product_type: "bike",
      value_excl: 2400,
      data: { brand: "Moustache" },
    });
    expect(await succeed(shop.key, listProducts)).toEqual([]);
    expect(await refuse(shop.key, createContract, { body: lcd(shop.uid, { products: [insured({ product_id })] }) })).toMatchObject({
      code: 1201,
    });
  });

  // rules/contracts.md#create-8
  // rules/access.md#worlds-3, #settings-1
  // rules/errors.md#codes-3
  test("with a production key makes a real contract; a test contract there requires the feature", async () => {
    const { production } = await makePartner();
    const uid = await makeRenter(production.key);
    expect(await succeed(production.key, createContract, { body: lcd(uid) })).toMatchObject({ test: false });
    expect(await refuse(production.key, createContract, { body: lcd(uid, { test: true }) })).toMatchObject({ status: 403, code: 98888 });
    const trusted = (await makePartner({ features: ["test_contracts"] })).production;
    expect(await succeed(trusted.key, createContract, { body: lcd(await makeRenter(trusted.key), { test: true }) })).toMatchObject({
      test: true,
    });
  });

  // rules/contracts.md#create-9
  test("above the partner's limit of open contracts answers 99888 until one of them ends", async () => {
    const shop = await makeShop({ openContractsLimit: 1 });
    const contract = await make(shop, lcd(shop.uid));
    expect(await refuse(shop.key, createContract, { body: lcd(shop.uid) })).toMatchObject({ status: 429, code: 99888 });
    expect(await succeed(shop.key, createContract, { body: lcd(shop.uid), query: preview })).toMatchObject({ price: 13.55 });
    await succeed(shop.key, endContract, of(contract));
    expect(await make(shop, lcd(shop.uid))).toMatchObject({ status: "open" });
  });
});

describe("a preview", () => {
  // rules/contracts.md#preview-2, #preview-1
  test("of a creation returns the price and no cid, may omit data and parties, and writes nothing", async () => {
    const shop = await makeShop();
    const before = await readWorld(shop.world);
    const contract = await succeed(shop.key, createContract, {
      body: lld(shop.uid, { products: [bike], company: undefined }),
      query: preview,
    });
    expect(contract).toMatchObject({ status: "open", price: 541.51 });
    expect(contract).not.toHaveProperty("cid");
    expect(await readWorld(shop.world)).toEqual(before);
  });

  // rules/contracts.md#preview-2
  test("of a change returns what the change then does, and writes nothing", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid, { products: [insured(), insured()] }));
    const [cpid] = cpidsOf(contract);
    const before = await readWorld(shop.world);

    const ended = await succeed(shop.key, endContract, { ...of(contract), query: preview });
    expect(ended).toMatchObject({ cid: contract.cid, status: "cancel", price: 0 });
    const amended = await succeed(shop.key, amendContract, { ...of(contract), query: preview, body: { end_date: inDays(41) } });
    expect(amended.price).toBeLessThan(contract.price);
    const extended = await succeed(shop.key, addContractProducts, {
      ...of(contract),
      query: preview,
      body: { start_date: inDays(2), products: [bike] },
    });
    expect(Object.keys(extended.products)).toHaveLength(3);
    const reduced = await succeed(shop.key, removeContractProducts, {
      ...of(contract),
      query: preview,
      body: { reason: "sold", products: [cpid] },
    });
    expect(reduced.products[cpid]).toMatchObject({ status: "cancel", price: 0 });

    expect(await readWorld(shop.world)).toEqual(before);
    expect(await succeed(shop.key, readContract, of(contract))).toEqual(contract);
  });
});

describe("amending a contract", () => {
  // rules/contracts.md#update-9
  test("replaces a product entry with a new one that has the changed fields and keeps the rest", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid, { products: [insured(), insured()] }));
    const [cpid, untouched = ""] = cpidsOf(contract);
    const amended = await succeed(shop.key, amendContract, {
      ...of(contract),
      body: { products: { [cpid]: { user_name: "Grace Hopper", internal_id: "fleet-1" } } },
    });
    const replacedBy = amended.products[cpid]?.replaced_by ?? "";
    expect(amended.products[cpid]).toMatchObject({ status: "has_been_replaced", price: 0, data: { user_name: "Ada Martin" } });
    expect(amended.products[replacedBy]).toEqual({
      ...contract.products[cpid],
      data: { product_marked: "BC-12345", user_name: "Grace Hopper", internal_id: "fleet-1" },
    });
    expect(amended.products[untouched]).toEqual(contract.products[untouched]);
    expect(amended.price).toBe(contract.price);
    expect(amended.updated_date > contract.updated_date).toBe(true);
    expect(await succeed(shop.key, readContract, of(contract))).toEqual(amended);

    expect(
      await refuse(shop.key, amendContract, { ...of(contract), body: { products: { [cpid]: { user_name: "Nobody" } } } }),
    ).toMatchObject({ code: 1331 });
    const again = await succeed(shop.key, amendContract, {
      ...of(contract),
      body: { products: { [replacedBy]: { user_name: "Ida Rhodes" } } },
    });
    expect(again.products[replacedBy]).toMatchObject({ status: "has_been_replaced" });
    expect(Object.keys(again.products)).toHaveLength(4);
  });

  // rules/contracts.md#update-11
  test("without an effective change leaves the contract unchanged, including its update timestamp", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid));
    const body = { end_date: contract.end_date, products: { [cpidsOf(contract)[0]]: { user_name: "Ada Martin" } } };
    expect(await succeed(shop.key, amendContract, { ...of(contract), body })).toEqual(contract);
    expect(await succeed(shop.key, amendContract, { ...of(contract), body: {} })).toEqual(contract);
  });
});

describe("a product of a contract", () => {
  test("that is added costs its own days", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lcd(shop.uid));
    const start = new Date(Date.parse(contract.end_date) - 2 * 24 * 3_600_000).toISOString();
    const extended = await succeed(shop.key, addContractProducts, { ...of(contract), body: { start_date: start, products: [insured()] } });
    const [, added = ""] = cpidsOf(extended);
    expect(extended.products[added]).toMatchObject({ status: "open", start_date: start, end_date: contract.end_date, price: 3.87 });
    expect(extended.price).toBe(17.42);
    expect(await succeed(shop.key, readContract, of(contract))).toEqual(extended);
  });

  test("that is removed soon after its start is cancelled and costs nothing", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lcd(shop.uid, { products: [insured(), insured()] }));
    const [cpid, other = ""] = cpidsOf(contract);
    const reduced = await succeed(shop.key, removeContractProducts, { ...of(contract), body: { reason: "sold", products: [cpid] } });
    expect(reduced).toMatchObject({ status: "open", price: 13.55 });
    expect(reduced.products[cpid]).toMatchObject({ status: "cancel", price: 0 });
    expect(reduced.products[other]).toEqual(contract.products[other]);
    expect(await refuse(shop.key, removeContractProducts, { ...of(contract), body: { reason: "sold", products: [cpid] } })).toMatchObject({
      code: 1350,
    });
  });
});

describe("ending a contract", () => {
  test("before its start cancels it without a reason, and it costs nothing", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid, { products: [insured(), insured()] }));
    const ended = await succeed(shop.key, endContract, of(contract));
    const cancelled = { status: "cancel", price: 0 };
    expect(ended).toMatchObject(cancelled);
    expect(Object.values(ended.products)).toMatchObject([cancelled, cancelled]);
    expect(await succeed(shop.key, readContract, of(contract))).toEqual(ended);
    expect(await refuse(shop.key, endContract, of(contract))).toMatchObject({ code: 1052 });
  });

  // rules/contracts.md#end-3
  test("later terminates it for a reason, at the price of the days until then", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid));
    await ageByHours(contract.cid, 24 + 4.01);
    expect(await refuse(shop.key, endContract, of(contract))).toMatchObject({ code: 1053 });
    const ended = await succeed(shop.key, endContract, { ...of(contract), body: { reason: "The customer bought the bike." } });
    expect(ended).toMatchObject({ status: "terminated", price: 0.97 });
    expect(ended.end_date > ended.start_date && ended.end_date <= new Date().toISOString()).toBe(true);
    expect(Object.values(ended.products)[0]).toMatchObject({ status: "terminated", price: 0.97, end_date: ended.end_date });
  });
});

/** The same for every operation on a contract. */
const operations = { amendContract, endContract, addContractProducts, removeContractProducts };

describe("a refused request about a contract", () => {
  // The tables of lib/insurance/contracts/rules have the other errors.
  test.each([
    [1012, "uid", { uid: undefined }],
    [1230, "products[0].value_excl", { products: [insured({ ...bike, value_excl: 15_001 })] }],
    [1107, "company.city", { company: { ...company, city: "Lyon" } }],
  ])("to make one answers %i and names %s", async (code, field, changes) => {
    const shop = await makeShop();
    expect(await refuse(shop.key, createContract, { body: lld(shop.uid, changes) })).toMatchObject({ status: 400, code, field });
  });

  // rules/contracts.md#create-4
  test("answers 9003 for a renter that is not attached, whether or not it exists", async () => {
    const [shop, elsewhere] = await Promise.all([makeShop(), makeShop()]);
    for (const uid of [elsewhere.uid, "nobody"]) {
      expect(await refuse(shop.key, createContract, { body: lcd(uid) })).toMatchObject({ status: 401, code: 9003 });
    }
  });

  test.each<[keyof typeof operations, number, (cpid: string) => object]>([
    ["amendContract", 1332, (cpid) => ({ end_date: inDays(60), products: { [cpid]: { user_name: " " } } })],
    ["addContractProducts", 1339, () => ({ start_date: inHours(1), products: [insured()] })],
    ["removeContractProducts", 1350, (cpid) => ({ reason: "sold", products: [cpid, "cpid_nothing"] })],
    ["endContract", 1053, () => ({ reason: 7 })],
  ])("to change one by %s answers %i, and changes nothing", async (operation, code, body) => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid));
    const before = await readWorld(shop.world);
    const sent = { ...of(contract), body: body(cpidsOf(contract)[0]) };
    expect(await refuse(shop.key, operations[operation], sent)).toMatchObject({ status: 400, code });
    expect(await readWorld(shop.world)).toEqual(before);
  });

  // rules/contracts.md#read-2
  test("answers 1051 for a contract that does not exist", async () => {
    const shop = await makeShop();
    const params = { contractId: "01JD3W7Q8ZK5T9V0XR2M4N6P8A" };
    expect(await refuse(shop.key, readContract, { params })).toMatchObject({ status: 400, code: 1051 });
    for (const operation of Object.values(operations)) {
      expect(await refuse(shop.key, operation, { params, body: {} }), operation.id).toMatchObject({ status: 400, code: 1051 });
    }
  });
});

describe("the list of contracts", () => {
  // rules/errors.md#requests-4
  test("has one renter's contracts, newest first, in pages", async () => {
    const shop = await makeShop();
    const other = await makeRenter(shop.key);
    const made: WireContract[] = [];
    for (let index = 0; index < 5; index += 1) made.unshift(await make(shop, lcd(shop.uid)));
    await make(shop, lcd(other));
    const list = (query: object) => succeed(shop.key, listContracts, { query: { uid: shop.uid, ...query } });
    expect(await list({})).toEqual(made);
    expect(await list({ limit: 2 })).toEqual(made.slice(0, 2));
    expect(await list({ skip: 2, limit: 2 })).toEqual(made.slice(2, 4));
    expect(await list({ skip: 5 })).toEqual([]);
    expect(await list({ limit: 0 })).toEqual([]);
    expect(await list({ limit: 100_000_000 })).toEqual(made);
    expect(await list({ skip: "9".repeat(40) })).toEqual([]);
  });

  // rules/contracts.md#read-1
  test("can be narrowed to test contracts or to the others", async () => {
    const { production } = await makePartner({ features: ["test_contracts"] });
    const uid = await makeRenter(production.key);
    const real = await succeed(production.key, createContract, { body: lcd(uid) });
    const trial = await succeed(production.key, createContract, { body: lcd(uid, { test: true }) });
    const list = (query: object) => succeed(production.key, listContracts, { query: { uid, ...query } });
    expect(await list({})).toEqual([trial, real]);
    expect(await list({ test: true })).toEqual([trial]);
    expect(await list({ test: false })).toEqual([real]);
  });

  // rules/contracts.md#read-1
  test("requires the uid of an attached renter", async () => {
    const shop = await makeShop();
    expect(await refuse(shop.key, listContracts)).toMatchObject({ status: 400, code: 1012, field: "uid" });
    expect(await refuse(shop.key, listContracts, { query: { uid: "nobody" } })).toMatchObject({ status: 401, code: 9003 });
  });
});
