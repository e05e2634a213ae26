import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { waitForLockWaits } from "#e2e/setup/lock-waits.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { createForContract } from "#lib/insurance/claim-links/create.ts";
import { create as createClaim } from "#lib/insurance/claims/create.ts";
import { addProducts } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { read } from "#lib/insurance/contracts/read.ts";
import { create as createProduct } from "#lib/insurance/products/change.ts";
import { bike, bodyOf, makeContract, noon, openShop } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { env } from "#lib/platform/env.ts";

// A database of its own, since it looks for statements that wait.
await useOwnDatabase();

const start = noon("2035-03-01");
const beside = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => beside.end());

async function addToCatalogue(shop: Shop): Promise<string> {
  const { product_type, value_excl } = bike();
  const data = { product_subtype: "electric", brand: "Moustache", model: "Lundi 27" };
  const { product_id } = await createProduct(shop.at(start), { uid: "bike-1", product_type, title: "A bike", value_excl, data });
  return product_id;
}

/** Does something after `remove` has deleted what it needs, but before that is committed. */
async function doWhileRemoving<T>(remove: (tx: postgres.TransactionSql) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  let working: Promise<T> | undefined;
  await beside.begin(async (tx) => {
    await remove(tx);
    working = work();
    working.catch(() => undefined);
    await waitForLockWaits();
  });
  if (working === undefined) throw new Error("nothing was done");
  return working;
}

async function claimOn(shop: Shop, cid: string) {
  const ctx = shop.at(start);
  const [contractProductId = ""] = Object.keys((await read(ctx, cid)).products);
  return () =>
    createClaim(ctx, {
      userId: shop.uid,
      contractId: cid,
      contractProductId,
      type: "break",
      subtype: "partial_break",
      claimAt: start.toISOString(),
      description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée.",
      questions: {
        "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
        "La casse est-elle due à un accident avec un tiers ?": false,
        "Avez-vous fait un constat avec le tiers ?": false,
        "La réparation est-elle effectuée en externe ?": false,
      },
      insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
      location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
    });
}

async function removeContract(tx: postgres.TransactionSql, cid: string): Promise<void> {
  await tx`select from contracts where cid = ${cid} for update`;
  await tx`delete from premium_entries where cid = ${cid}`;
  await tx`delete from contract_products where cid = ${cid}`;
  await tx`delete from contracts where cid = ${cid}`;
}

async function eraseContract(tx: postgres.TransactionSql, cid: string): Promise<void> {
  await tx`select from contracts where cid = ${cid} for update`;
  await tx`update contracts set status = 'closed', erased_at = ${start.toISOString()} where cid = ${cid}`;
}

describe("while a reset deletes the world,", () => {
  test("a product is unknown to a new contract", async () => {
    const shop = await openShop();
    const productId = await addToCatalogue(shop);
    const body = bodyOf(shop, "LMD", start, 3, { products: [{ product_id: productId, data: bike()["data"] }] });
    const created = doWhileRemoving(
      (tx) => tx`delete from products where id = ${productId}`,
      () => create(shop.at(start), body, { preview: false }),
    );
    await expect(created).rejects.toMatchObject({ errorName: "PRODUCT_UNKNOWN" });
  });

  test("a product is unknown to a contract that it is added to", async () => {
    const shop = await openShop();
    const [productId, cid] = [await addToCatalogue(shop), await makeContract(shop, "LMD", start, 3)];
    const body = { start_date: start.toISOString(), products: [{ product_id: productId, data: bike()["data"] }] };
    const added = doWhileRemoving(
      (tx) => tx`delete from products where id = ${productId}`,
      () => addProducts(shop.at(start), cid, body, { preview: false }),
    );
    await expect(added).rejects.toMatchObject({ errorName: "PRODUCT_UNKNOWN" });
  });

  test("a contract is unknown to a new claim", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", start, 3);
    const claimed = doWhileRemoving((tx) => removeContract(tx, cid), await claimOn(shop, cid));
    await expect(claimed).rejects.toMatchObject({ errorName: "CLAIM_CONTRACT_NOT_FOUND" });
  });

  test("a contract is unknown to a new claim link", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", start, 3);
    const made = doWhileRemoving(
      (tx) => removeContract(tx, cid),
      () => createForContract(shop.at(start), cid, {}),
    );
    await expect(made).rejects.toMatchObject({ errorName: "CONTRACT_NOT_FOUND" });
  });
});

describe("while a person is erased from a contract, it is unknown", () => {
  test("to a new claim", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", start, 3);
    const claimed = doWhileRemoving((tx) => eraseContract(tx, cid), await claimOn(shop, cid));
    await expect(claimed).rejects.toMatchObject({ errorName: "CLAIM_CONTRACT_NOT_FOUND" });
    expect(await sql`select from claims where cid = ${cid}`).toEqual([]);
  });

  test("to a new claim link, then and later", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", start, 3);
    const make = () => createForContract(shop.at(start), cid, {});
    await expect(doWhileRemoving((tx) => eraseContract(tx, cid), make)).rejects.toMatchObject({ errorName: "CONTRACT_NOT_FOUND" });
    await expect(make()).rejects.toMatchObject({ errorName: "CONTRACT_NOT_FOUND" });
    expect(await sql`select from claim_links where cid = ${cid}`).toEqual([]);
  });
});
