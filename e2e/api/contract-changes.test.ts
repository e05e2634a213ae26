import { describe, expect, test } from "vitest";
import { refuse, succeed } from "#e2e/api/client.ts";
import { inDays, insured, lcd, lld, lmd } from "#e2e/api/samples.ts";
import { ageByHours, makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import {
  addContractProducts,
  amendContract,
  createContract,
  endContract,
  readContract,
  removeContractProducts,
} from "#lib/insurance/contracts/endpoints.ts";
import { contract as contractSchema } from "#lib/insurance/contracts/schema.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";

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

  test("moves dates, products and price together", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lcd(shop.uid));
    const end = new Date(Date.parse(contract.start_date) + 14 * 24 * 3_600_000).toISOString();
    const amended = await succeed(shop.key, amendContract, { ...of(contract), body: { end_date: end } });
    expect(amended).toMatchObject({ start_date: contract.start_date, end_date: end, price: 27.09 });
    expect(amended.products[cpidsOf(contract)[0]]).toMatchObject({ end_date: end, status: "open", price: 27.09 });
  });

  test("corrects a party field by field before the start", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lld(shop.uid));
    const amended = await succeed(shop.key, amendContract, { ...of(contract), body: { company: { zipcode: "38000", city: "grenoble" } } });
    expect(amended.company).toEqual({ ...contract.company, zipcode: "38000", city: "GRENOBLE" });
  });

  // rules/contracts.md#update-11
  test("without an effective change leaves the contract unchanged, including its update timestamp", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid));
    const body = { end_date: contract.end_date, products: { [cpidsOf(contract)[0]]: { user_name: "Ada Martin" } } };
    expect(await succeed(shop.key, amendContract, { ...of(contract), body })).toEqual(contract);
    expect(await succeed(shop.key, amendContract, { ...of(contract), body: {} })).toEqual(contract);
  });

  test("changes nothing if one entry is refused", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid, { products: [insured(), insured()] }));
    const [first, second = ""] = cpidsOf(contract);
    const body = { products: { [first]: { user_name: "Grace" }, [second]: { user_name: "" } } };
    expect(await refuse(shop.key, amendContract, { ...of(contract), body })).toMatchObject({ code: 1332 });
    expect(await succeed(shop.key, readContract, of(contract))).toEqual(contract);
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

  test("that is removed later is terminated: an LMD costs the days until then", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid, { products: [insured(), insured()] }));
    await ageByHours(contract.cid, 24 + 30);
    const [cpid] = cpidsOf(contract);
    const reduced = await succeed(shop.key, removeContractProducts, { ...of(contract), body: { reason: "sold", products: [cpid] } });
    expect(reduced.products[cpid]).toMatchObject({ status: "terminated", price: 1.94 });
    expect(reduced).toMatchObject({ status: "open", price: 90.96 });
  });

  test("that is the last to be removed ends the contract", async () => {
    const shop = await makeShop();
    const fresh = await make(shop, lcd(shop.uid));
    const cancelled = await succeed(shop.key, removeContractProducts, { ...of(fresh), body: { reason: "sold", products: cpidsOf(fresh) } });
    expect(cancelled).toMatchObject({ status: "cancel", price: 0 });

    const old = await make(shop, lmd(shop.uid));
    await ageByHours(old.cid, 24 + 5);
    const terminated = await succeed(shop.key, removeContractProducts, { ...of(old), body: { reason: "sold", products: cpidsOf(old) } });
    expect(terminated).toMatchObject({ status: "terminated", price: 0.97 });
  });

  test("that is to end in the future stays open until then", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid, { products: [insured(), insured()] }));
    await ageByHours(contract.cid, 24 + 5);
    const [cpid] = cpidsOf(contract);
    const end = inDays(10);
    const reduced = await succeed(shop.key, removeContractProducts, {
      ...of(contract),
      body: { reason: "sold", products: [cpid], end_date: end },
    });
    expect(reduced.products[cpid]).toMatchObject({ status: "open", end_date: end, price: 10.64 });
  });
});

describe("ending a contract", () => {
  test.each([
    ["before its start", 0],
    ["four hours after its start", 24 + 3.99],
  ])("%s cancels it without a reason, and it costs nothing", async (_name, hours) => {
    const shop = await makeShop();
    const contract = await make(shop, lmd(shop.uid, { products: [insured(), insured()] }));
    await ageByHours(contract.cid, hours);
    const ended = await succeed(shop.key, endContract, of(contract));
    expect(ended).toMatchObject({ status: "cancel", price: 0 });
    expect(Object.values(ended.products).map(({ status, price }) => ({ status, price }))).toEqual([
      { status: "cancel", price: 0 },
      { status: "cancel", price: 0 },
    ]);
    expect(await succeed(shop.key, readContract, of(contract))).toEqual(ended);
    expect(await refuse(shop.key, endContract, of(contract))).toMatchObject({ code: 1052 });
  });

  // rules/contracts.md#end-3
  test.each([
    ["LCD gives nothing back", lcd, 13.55],
    ["LMD pays the days until then", lmd, 0.97],
    ["LLD pays the days until then", lld, 0.74],
  ] as const)("later terminates it for a reason: an %s", async (_name, body, price) => {
    const shop = await makeShop();
    const contract = await make(shop, body(shop.uid));
    await ageByHours(contract.cid, 24 + 4.01);
    expect(await refuse(shop.key, endContract, of(contract))).toMatchObject({ code: 1053 });
    const ended = await succeed(shop.key, endContract, { ...of(contract), body: { reason: "The customer bought the bike." } });
    expect(ended).toMatchObject({ status: "terminated", price });
    expect(ended.end_date > ended.start_date && ended.end_date <= new Date().toISOString()).toBe(true);
    expect(Object.values(ended.products)[0]).toMatchObject({ status: "terminated", price, end_date: ended.end_date });
  });

  test("in the future keeps it open until then, at the price of the days until then", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lld(shop.uid));
    await ageByHours(contract.cid, 24 + 5);
    const { start_date } = await succeed(shop.key, readContract, of(contract));
    const end = new Date(Date.parse(start_date) + 30 * 24 * 3_600_000).toISOString();
    const ended = await succeed(shop.key, endContract, { ...of(contract), body: { reason: "moves abroad", end_date: end } });
    expect(ended).toMatchObject({ status: "open", end_date: end, price: 22.25 });
    expect(Object.values(ended.products)[0]).toMatchObject({ status: "open", end_date: end });
    const now = await succeed(shop.key, endContract, { ...of(contract), body: { reason: "moves at once" } });
    expect(now).toMatchObject({ status: "terminated", price: 0.74 });
  });

  test("takes effect at its time, even before the job has run", async () => {
    const shop = await makeShop();
    const contract = await make(shop, lcd(shop.uid));
    await ageByHours(contract.cid, 24 * 9);
    expect(await refuse(shop.key, endContract, { ...of(contract), body: { reason: "late" } })).toMatchObject({ code: 1052 });
    expect(await refuse(shop.key, amendContract, { ...of(contract), body: {} })).toMatchObject({ code: 1052 });
  });
});
