import { describe, expect, test } from "vitest";
import { refuse, succeed } from "#e2e/api/client.ts";
import { bike, inDays, individual, insured, lcd, lld, lmd, longLmd } from "#e2e/api/samples.ts";
import { makePartner, makeProduct, makeRenter, makeShop, readWorld } from "#e2e/api/world.ts";
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

  test.each(["cid", "status", "price", "due_at", "world_id", "created_date", "end_reason", "__proto__"])(
    "refuses the read-only field %s",
    async (field) => {
      const shop = await makeShop();
      const before = await readWorld(shop.world);
      const body = JSON.parse(JSON.stringify(lcd(shop.uid)).replace("{", `{${JSON.stringify(field)}: 1, `)) as object;
      const { code, message } = await refuse(shop.key, createContract, { body });
      expect([code, message]).toEqual([1010, expect.stringContaining(`"${field}"`)]);
      expect(await readWorld(shop.world)).toEqual(before);
    },
  );

  test("starts it now where no start is sent", async () => {
    const shop = await makeShop();
    const before = new Date().toISOString();
    const contract = await make(shop, lcd(shop.uid, { start_date: undefined, end_date: inDays(2) }));
    expect(contract.start_date >= before && contract.start_date <= new Date().toISOString()).toBe(true);
    expect(contract.start_date).toBe(contract.created_date);
  });

  // rules/errors.md#requests-5
  test("accepts instants with any offset and returns them in UTC", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lcd(shop.uid, { start_date: "2099-03-01T01:30:00+02:00", end_date: "2099-03-02t00:00:00,5Z" }));
    expect(contract).toMatchObject({ start_date: "2099-02-28T23:30:00.000Z", end_date: "2099-03-02T00:00:00.500Z" });
  });

  test.each([
    ["LMD", lmd, 89.02, ["break", "theft", "home_to_work"]],
    ["LLD", lld, 541.51, ["break", "theft", "company", "pro"]],
  ] as const)("of the type %s prices it by its own term", async (_type, body, price, options) => {
    const shop = await makeShop();
    expect(await make(shop, body(shop.uid))).toMatchObject({ price, options });
  });

  test("stores the parties' cities in normal form, in whatever spelling they were sent", async () => {
    const shop = await makeShop();
    expect((await make(shop, lld(shop.uid))).company).toMatchObject({ city: "PARIS-2EME-ARRONDISSEMENT", zipcode: "75002" });
    expect((await make(shop, longLmd(shop.uid))).individual).toMatchObject({ ...individual, city: "LYON-2EME-ARRONDISSEMENT" });
  });

  // rules/renters.md#geo-7, #geo-8
  test.each([
    ["59160", "LOMME", "LOMME"],
    ["74940", "ANNECY LE VIEUX", "ANNECY-LE-VIEUX"],
    ["44021", "NANTES CEDEX 1", "NANTES CEDEX 1"],
  ])("accepts the address %s %s, as people write it", async (zipcode, city, stored) => {
    const shop = await makeShop();
    const body = longLmd(shop.uid);
    const contract = await make(shop, { ...body, individual: { ...individual, zipcode, city } });
    expect(contract.individual).toMatchObject({ zipcode, city: stored });
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

  // rules/contracts.md#products-8
  test("stores up to 20 own properties in a product's data, texts and numbers", async () => {
    const shop = await makeShop();
    const own = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`property ${index} é`, index % 2 === 0 ? index / 7 : "😀 \\u0000 \u2028"]),
    );
    const contract = await make(shop, lcd(shop.uid, { products: [insured(bike, { ...own, internal_id: "7" })] }));
    expect(Object.values(contract.products)[0]?.data).toEqual({
      product_marked: "BC-12345",
      user_name: "Ada Martin",
      internal_id: "7",
      ...own,
    });
  });

  // rules/contracts.md#create-8
  // rules/access.md#worlds-3
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

  test("refuses what the operation itself refuses", async () => {
    const shop = await makeShop();
    expect(await refuse(shop.key, createContract, { body: lcd(shop.uid, { options: ["break"] }), query: preview })).toMatchObject({
      code: 1018,
    });
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
