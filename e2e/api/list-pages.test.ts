import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { claimBody, makeInsured } from "#e2e/api/claims.fixture.ts";
import { call, refuse, succeed } from "#e2e/api/client.ts";
import { bike, insured, lcd } from "#e2e/api/samples.ts";
import { makeProduct, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { createClaim, listClaims } from "#lib/insurance/claims/endpoints.ts";
import { createContract, endContract, listContracts } from "#lib/insurance/contracts/endpoints.ts";
import { deleteProduct, listProducts } from "#lib/insurance/products/endpoints.ts";
import { newId } from "#lib/platform/ids.ts";

interface PagedList {
  code: number;
  make: (shop: Shop) => Promise<string>;
  remove: (shop: Shop, id: string) => Promise<unknown>;
  read: (shop: Shop, query: object) => Promise<{ ids: string[]; next: unknown }>;
  refuse: (shop: Shop, query: object) => ReturnType<typeof refuse>;
  foreign: string;
}

const makeContract = async ({ key, uid }: Shop, changes: object = {}) =>
  (await succeed(key, createContract, { body: { ...lcd(uid), ...changes } })).cid ?? "";

const lists: Record<string, PagedList> = {
  contracts: {
    code: 400,
    make: makeContract,
    async remove(_shop, cid) {
      await sql`delete from premium_entries where cid = ${cid}`;
      await sql`delete from contract_products where cid = ${cid}`;
      await sql`delete from contracts where cid = ${cid}`;
    },
    async read({ key, uid }, query) {
      const { text } = await call(key, listContracts, { query: { uid, ...query } });
      const { contracts, next } = JSON.parse(text) as { contracts: { cid: string }[]; next: unknown };
      return { ids: contracts.map(({ cid }) => cid), next };
    },
    refuse: ({ key, uid }, query) => refuse(key, listContracts, { query: { uid, ...query } }),
    foreign: newId("cpid"),
  },
  claims: {
    code: 1000,
    async make(shop) {
      const { cid, cpid } = await makeInsured(shop);
      return (await succeed(shop.key, createClaim, { body: claimBody(shop.uid, cid, cpid) })).id;
    },
    remove: (_shop, id) => sql`delete from claims where id = ${id}`,
    async read({ key }, query) {
      const { data, pagination } = await succeed(key, listClaims, { query });
      return { ids: data.map(({ id }) => id), next: pagination.next };
    },
    refuse: ({ key }, query) => refuse(key, listClaims, { query }),
    foreign: "CLM-100042",
  },
  products: {
    code: 400,
    make: async ({ key }) => (await makeProduct(key)).product_id,
    remove: ({ key }, productId) => succeed(key, deleteProduct, { params: { productId } }),
    async read({ key }, query) {
      const { text } = await call(key, listProducts, { query });
      const [{ products, next }] = JSON.parse(text) as [{ products: { product_id: string }[]; next: unknown }];
      return { ids: products.map(({ product_id }) => product_id), next };
    },
    refuse: ({ key }, query) => refuse(key, listProducts, { query }),
    foreign: "6f9619ff-8b86-4011-b42d-00c04fc964ff",
  },
};

describe.each(Object.entries(lists))("the list of %s", (_name, { code, make, remove, read, refuse: refuseQuery, foreign }) => {
  const makeNewestFirst = async (shop: Shop, count: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.unshift(await make(shop));
    return ids;
  };

  // rules/errors.md#requests-10 rules/errors.md#requests-11
  test("neither repeats nor skips an entry while others are created and deleted", async () => {
    const shop = await makeShop();
    const ids = await makeNewestFirst(shop, 7);
    const first = await read(shop, { limit: 3 });
    expect(first).toEqual({ ids: ids.slice(0, 3), next: ids[2] });
    // An entry of the first page, the one where it ended, and one to come are gone; another one is new.
    for (const index of [0, 2, 4]) await remove(shop, ids[index] ?? "");
    const newest = await make(shop);
    const second = await read(shop, { limit: 2, after: first.next });
    expect(second).toEqual({ ids: [ids[3], ids[5]], next: ids[5] });
    expect(await read(shop, { limit: 2, after: second.next })).toEqual({ ids: [ids[6]], next: null });
    expect(await read(shop, { after: ids[6] })).toEqual({ ids: [], next: null });
    expect((await read(shop, {})).ids).toEqual([newest, ids[1], ids[3], ids[5], ids[6]]);
  });

  // rules/errors.md#requests-10
  test("says where a page goes on that `skip` began, and nothing at the end", async () => {
    const shop = await makeShop();
    const ids = await makeNewestFirst(shop, 4);
    expect(await read(shop, { skip: 1, limit: 2 })).toEqual({ ids: ids.slice(1, 3), next: ids[2] });
    expect(await read(shop, { skip: 2, limit: 2 })).toEqual({ ids: ids.slice(2), next: null });
    expect(await read(shop, { limit: 0 })).toEqual({ ids: [], next: null });
    expect(await read(shop, {})).toEqual({ ids, next: null });
  });

  // rules/errors.md#requests-11
  test("refuses what is no identifier of its entries", async () => {
    const shop = await makeShop();
    for (const after of [foreign, "", "0"]) {
      const error = await refuseQuery(shop, { after });
      expect(error).toMatchObject({ status: 400, code, field: "after" });
      expect(error.message).toMatch(/^after: must be the .*`next`/);
    }
  });

  // rules/errors.md#requests-12
  test("refuses `after` beside `skip`", async () => {
    const shop = await makeShop();
    const after = await make(shop);
    const error = await refuseQuery(shop, { after, skip: 1 });
    expect(error).toMatchObject({ status: 400, code, field: "skip", message: expect.stringContaining("`after`") as string });
    expect(await read(shop, { after, skip: 0 })).toEqual({ ids: [], next: null });
  });
});

// rules/errors.md#requests-12
test("the list of claims refuses `after` beside `offset`, and counts all claims whatever it continues after", async () => {
  const shop = await makeShop();
  const { cid, cpid } = await makeInsured(shop);
  const makeOne = () => succeed(shop.key, createClaim, { body: claimBody(shop.uid, cid, cpid) });
  const [older, newer] = [await makeOne(), await makeOne()];
  expect(await refuse(shop.key, listClaims, { query: { after: newer.id, offset: "2" } })).toMatchObject({ code: 1000, field: "offset" });
  expect(await succeed(shop.key, listClaims, { query: { after: newer.id, status: "draft" } })).toMatchObject({
    data: [{ id: older.id }],
    pagination: { total: 2, offset: 0, limit: 20, next: null },
  });
});

// rules/contracts.md#read-4
test("the list of contracts is narrowed by status, marking, own identifier and creation, and pages within", async () => {
  const shop = await makeShop();
  const marked = (product_marked: string, internal_id?: string) => ({
    products: [insured(bike, { product_marked, ...(internal_id !== undefined && { internal_id }) })],
  });
  const oldest = await makeContract(shop, marked("BC-1", "fleet-1"));
  const cancelled = await makeContract(shop, marked("BC-1", "fleet-2"));
  await succeed(shop.key, endContract, { params: { contractId: cancelled } });
  const twice = await makeContract(shop, { products: [...marked("BC-1").products, ...marked("BC-1", "fleet-1").products] });
  const other = await makeContract(shop, marked("bc-1"));
  const stranger = await makeShop();
  await makeContract(stranger, marked("BC-1", "fleet-1"));
  const list = async (query: object) =>
    (await succeed(shop.key, listContracts, { query: { uid: shop.uid, ...query } })).map((contract) => contract.cid);

  expect(await list({ status: "cancel" })).toEqual([cancelled]);
  expect(await list({ status: "terminated" })).toEqual([]);
  expect(await list({ product_marked: "BC-1" })).toEqual([twice, cancelled, oldest]);
  expect(await list({ product_marked: "BC-1", after: twice, limit: 1 })).toEqual([cancelled]);
  expect(await list({ product_marked: "BC-1", status: "open" })).toEqual([twice, oldest]);
  expect(await list({ internal_id: "fleet-1" })).toEqual([twice, oldest]);
  expect(await list({ internal_id: "fleet-1", product_marked: "bc-1" })).toEqual([]);

  const [second] = await succeed(shop.key, listContracts, { query: { uid: shop.uid, status: "cancel" } });
  expect(await list({ created_after: second?.created_date })).toEqual([other, twice]);
  expect(await list({ created_after: "2099-01-01T00:00:00+01:00" })).toEqual([]);
  for (const [name, value] of Object.entries({
    status: "has_been_replaced",
    created_after: "2027-01-01",
    product_marked: "x".repeat(501),
  })) {
    expect(await refuse(shop.key, listContracts, { query: { uid: shop.uid, [name]: value } })).toMatchObject({ code: 400, field: name });
  }
});
