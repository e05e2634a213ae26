import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { refuse, succeed } from "#e2e/api/client.ts";
import { send } from "#e2e/api/raw.ts";
import { bike, inDays, insured, lcd, lmd } from "#e2e/api/samples.ts";
import { ageByHours, makeProduct, makeShop } from "#e2e/api/world.ts";
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
import { productsLimit } from "#lib/insurance/contracts/requests.ts";
import { deleteProduct, listProducts, readProduct } from "#lib/insurance/products/endpoints.ts";
import { newId } from "#lib/platform/ids.ts";

const catalogueSize = 100_000;
const basketSize = 500;

async function fillCatalogue({ world }: Shop): Promise<void> {
  const prefix = newId("prod").slice(0, -6);
  await sql`
    insert into products (id, world_id, uid, product_type, title, data, value_excl_cents, created_at, updated_at)
    select ${prefix} || lpad(n::text, 6, '0'), ${world.id}, 'bike-' || n, 'bike', 'Bike ' || n,
      '{"product_subtype": "electric", "brand": "Moustache", "model": "Lundi 27"}', 240000, now(), now()
    from generate_series(1, ${catalogueSize}) n`;
}

test("a catalogue of 100,000 products can be listed, paged, searched and insured", { timeout: 180_000 }, async () => {
  const shop = await makeShop();
  await withPatience(() => fillCatalogue(shop));

  // The whole list and, while it is sent, what any other call answers.
  const [whole, newest] = await Promise.all([
    send({ method: "GET", path: "/v2/products", headers: { key: shop.key } }),
    makeProduct(shop.key),
  ]);
  expect(whole.status).toBe(200);
  const [{ products }] = JSON.parse(whole.text) as [{ products: { uid: string }[] }];
  const uids = new Set(products.map(({ uid }) => uid));
  expect(uids.size).toBe(products.length);
  expect(uids.has("bike-1") && uids.has(`bike-${catalogueSize}`)).toBe(true);
  expect(products.length - catalogueSize - Number(uids.has(newest.uid))).toBe(0);

  const page = await succeed(shop.key, listProducts, { query: { skip: catalogueSize - 9, limit: 100 } });
  expect(page.map(({ uid }) => uid)).toEqual(Array.from({ length: 10 }, (_, index) => `bike-${10 - index}`));
  expect(await succeed(shop.key, readProduct, { params: { productId: "bike-77777" } })).toMatchObject({ title: "Bike 77777" });
  const contract = await succeed(shop.key, createContract, {
    body: lcd(shop.uid, { products: [insured({ product_id: "bike-1" }), insured({ product_id: "bike-99999" })] }),
  });
  expect(contract.price).toBe(27.1);
  await succeed(shop.key, deleteProduct, { params: { productId: "bike-50000" } });
  expect(
    await refuse(shop.key, createContract, { body: lcd(shop.uid, { products: [insured({ product_id: "bike-50000" })] }) }),
  ).toMatchObject({ code: 1201 });
});

describe("a contract of 500 products", () => {
  const basket = (product?: object) =>
    Array.from({ length: basketSize }, (_, index) =>
      insured(product, { product_marked: `BC-${index}`, internal_id: "fleet é".repeat(10) }),
    );

  test("can be created, read, listed, amended in every product, reduced and ended", async () => {
    const shop = await makeShop();
    const { product_id } = await makeProduct(shop.key);
    const inline = await succeed(shop.key, createContract, { body: lmd(shop.uid, { products: basket() }) });
    const contract = await succeed(shop.key, createContract, { body: lmd(shop.uid, { products: basket({ product_id }) }) });
    expect(inline.price).toBe(44_510);
    expect(contract.price).toBe(44_510);
    const of = { params: { contractId: contract.cid ?? "" } };
    expect(await succeed(shop.key, readContract, of)).toEqual(contract);
    expect(await succeed(shop.key, listContracts, { query: { uid: shop.uid } })).toEqual([contract, inline]);

    const cpids = Object.keys(contract.products);
    const amended = await succeed(shop.key, amendContract, {
      ...of,
      body: { products: Object.fromEntries(cpids.map((cpid) => [cpid, { user_name: "Grace Hopper" }])) },
    });
    const entries = Object.entries(amended.products);
    expect(entries).toHaveLength(2 * basketSize);
    const open = entries.filter(([, { status, data }]) => status === "open" && data.user_name === "Grace Hopper").map(([cpid]) => cpid);
    expect(open).toHaveLength(basketSize);
    expect(amended.price).toBe(contract.price);

    await ageByHours(contract.cid, 24 + 5);
    const thinned = await succeed(shop.key, removeContractProducts, { ...of, body: { reason: "sold", products: open.slice(1) } });
    expect(thinned).toMatchObject({ status: "open", price: 573.05 });
    const extended = await succeed(shop.key, addContractProducts, {
      ...of,
      body: { start_date: inDays(1), products: basket({ product_id }) },
    });
    expect(Object.keys(extended.products)).toHaveLength(3 * basketSize);
    expect(await succeed(shop.key, endContract, { ...of, body: { reason: "over" } })).toMatchObject({ status: "terminated", price: 485 });
    expect(await succeed(shop.key, readContract, of)).toMatchObject({ status: "terminated", price: 485 });
  });

  test("may be twice as large; a request for more is refused", async () => {
    const shop = await makeShop();
    const products = (count: number) => Array.from({ length: count }, () => bike);
    const query = { preview: true };
    expect(await succeed(shop.key, createContract, { query, body: lcd(shop.uid, { products: products(productsLimit) }) })).toMatchObject({
      price: 13_550,
    });
    expect(await refuse(shop.key, createContract, { query, body: lcd(shop.uid, { products: products(productsLimit + 1) }) })).toMatchObject(
      { status: 400, code: 1221 },
    );
  });
});
