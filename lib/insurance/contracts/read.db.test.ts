import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { create as createWebhook } from "#lib/delivery/webhook-settings/manage.ts";
import { sampleSettings } from "#lib/delivery/webhooks/webhooks.fixture.ts";
import { readContractHistory } from "#lib/developer/events/read-for-portal.ts";
import { addProducts, amend, end } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { findContract } from "#lib/insurance/contracts/find.ts";
import { readForPortal } from "#lib/insurance/contracts/read.ts";
import { configure } from "#lib/insurance/renewals/configure.ts";
import { bike, bodyOf, makeContract, openShop, readAll } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";

const start = new Date();
const minute = 60_000;

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});

describe("a contract in the portal", () => {
  test("has what the API answers, and the names of its renter and its products", async () => {
    const cid = await makeContract(shop, "LLD", start, 12);
    const ctx = asPerson(shop.at(start), "member");
    const detail = await readForPortal(ctx, cid);
    const { contract } = await readAll(shop, cid, start);
    expect(detail).toMatchObject({
      cid,
      uid: shop.uid,
      renter: sampleCompany.company_name,
      wire: contract,
      terminationPlanned: false,
      endReason: null,
      renewals: [],
      origin: null,
    });
    expect(detail.products).toMatchObject([
      {
        cpid: Object.keys(contract.products)[0],
        title: "Moustache Lundi 27",
        brand: "Moustache",
        model: "Lundi 27",
        productSubtype: "electric",
      },
    ]);
  });

  // rules/contracts.md#cover-1
  test("says by the clock of its world whether it covers its products now", async () => {
    const cid = await makeContract(shop, "LMD", start, 3);
    const coverAt = async (moment: Date) => (await readForPortal(shop.at(moment), cid)).coverNow;
    const { startDate: from, endDate: until } = await readForPortal(shop.at(start), cid);
    expect(await coverAt(new Date(from.getTime() - minute))).toMatchObject({ state: "notStarted", period: { from, until } });
    expect(await coverAt(start)).toEqual({ state: "covered", covered: 1, products: 1, period: { from, until } });
    expect(await coverAt(new Date(until.getTime() + minute))).toMatchObject({ state: "ended", period: { from, until } });
    await end(shop.at(start), cid, {}, { preview: false });
    expect(await coverAt(start)).toEqual({ state: "cancelled", covered: 0, products: 1, period: null });
  });

  // rules/contracts.md#read-3
  test("includes replaced products, with why and when they ended", async () => {
    const cid = await makeContract(shop, "LMD", start, 3);
    const [cpid = ""] = Object.keys((await readAll(shop, cid, start)).contract.products);
    await amend(shop.at(start), cid, { products: { [cpid]: { user_name: "Grace Hopper" } } }, { preview: false });
    const later = new Date(start.getTime() + 60 * minute);
    await end(shop.at(later), cid, { reason: "Sold." }, { preview: false });
    const { products, status, endReason, endedAt } = await readForPortal(shop.at(later), cid);
    expect({ status, endReason, endedAt }).toEqual({ status: "cancel", endReason: "Sold.", endedAt: later });
    const [before, after] = products;
    expect(products).toHaveLength(2);
    expect(before).toMatchObject({ cpid, status: "has_been_replaced", replacedBy: after?.cpid, priceCents: 0 });
    expect(after).toMatchObject({ status: "cancel", data: { user_name: "Grace Hopper" }, endReason: "Sold." });
  });

  test("of another environment or partner does not exist, and neither does its history", async () => {
    const [own, stranger, uid] = await Promise.all([makePartner(), makePartner(), registerRenter()]);
    await attachOpened(own.contexts.production, uid);
    const { cid = "" } = await create({ ...own.contexts.production, now: start }, bodyOf({ ...shop, uid }, "LMD", start, 3), {
      preview: false,
    });
    expect(await readForPortal(asPerson(own.contexts.production, "member"), cid)).toMatchObject({ cid });
    for (const foreign of [own.contexts.development, stranger.contexts.production, stranger.contexts.development]) {
      const ctx = asPerson(foreign, "owner");
      await expect(readForPortal(ctx, cid)).rejects.toThrow(NotFound);
      await expect(readContractHistory(ctx, cid, {})).rejects.toThrow(NotFound);
    }
  });
});

describe("the history of a contract", () => {
  test("shows owners the calls that caused it and the deliveries, and members only the events", async () => {
    const own = await openShop();
    await createWebhook(asPerson(own.at(start), "owner"), { ...sampleSettings, eventTypes: ["v2.contract.updated"] });
    const cid = await makeContract(own, "LMD", start, 3);
    const executionId = newId("exec");
    const { world } = own.at(start);
    await sql`
      insert into calls (execution_id, at, world_id, method, endpoint, preview, status, key_id, path, query, duration_micros)
      values (${executionId}, ${start}, ${world.id}, 'POST', 'addProducts', false, 200, 'key', ${`/v2/contracts/${cid}/products`}, '', 1)`;
    const ctx = { ...own.at(start), executionId };
    await addProducts(ctx, cid, { start_date: start.toISOString(), products: [bike()] }, { preview: false });

    const { events, next } = await readContractHistory(asPerson(ctx, "owner"), cid, {});
    expect(events[0]?.changes).toContainEqual({ field: "products", from: 1, to: 2 });
    expect(events.at(-1)?.changes).toEqual([]);
    expect(next).toBeNull();
    expect(events).toMatchObject([
      {
        eventType: "v2.contract.updated",
        at: start,
        executionId,
        call: { method: "POST", path: `/v2/contracts/${cid}/products`, status: 200 },
        deliveries: { pending: 1 },
      },
      { eventType: "v2.contract.created", at: start, executionId: "exec_test", call: null, deliveries: null },
    ]);
    const ofMember = await readContractHistory(asPerson(ctx, "member"), cid, {});
    expect(ofMember.events).toEqual(events.map((event) => ({ ...event, call: null, deliveries: null })));
  });

  test("has pages that neither lose nor repeat an event while new ones happen", async () => {
    const cid = await makeContract(shop, "LMD", start, 3);
    const ctx = asPerson(shop.at(start), "member");
    const use = (use_notification: boolean) => configure(shop.at(start), cid, { use_notification });
    for (let turn = 0; turn < 30; turn += 1) await use(turn % 2 === 0);
    const first = await readContractHistory(ctx, cid, {});
    await use(true);
    const second = await readContractHistory(ctx, cid, { before: first.next ?? "" });
    expect(second.next).toBeNull();
    const told = [...first.events, ...second.events];
    expect(told.map(({ id }) => id)).toEqual([...new Set(told.map(({ id }) => id))].toSorted().toReversed());
    expect(told.at(-1)?.eventType).toBe("v2.contract.created");
    expect(told).toHaveLength(31);
  });
});

let shops: [Shop, Shop];
let cids: [string, string];

beforeAll(async () => {
  shops = [await openShop(), await openShop()];
  cids = [await makeContract(shops[0], "LLD", new Date(), 12), await makeContract(shops[1], "LLD", new Date(), 12)];
});

test("concurrent reads share a statement, and each gets the contract of its own world", async () => {
  const [ours, theirs] = [shops[0].at(new Date()).world, shops[1].at(new Date()).world];
  const asked = [
    findContract(ours, cids[0]),
    findContract(ours, cids[1]),
    findContract(theirs, cids[1]),
    findContract(theirs, cids[0]),
    findContract(ours, "01JD3W7Q8ZK5T9V0XR2M4N6P8A"),
    // The syntax of Postgres arrays.
    findContract(ours, `{"${cids[0]}",NULL}`),
    findContract(ours, "NULL"),
    findContract(ours, "\\"),
    findContract(ours, ""),
  ];
  const found = await Promise.all(asked);
  const missing = Array.from({ length: 5 }, () => undefined);
  expect(found.map((contract) => contract?.cid)).toEqual([cids[0], undefined, cids[1], undefined, ...missing]);
  expect(found.map((contract) => contract?.worldId)).toEqual([ours.id, undefined, theirs.id, undefined, ...missing]);
});

test("two concurrent readers of a contract get separate objects", async () => {
  const world = shops[0].at(new Date()).world;
  const [one, other] = await Promise.all([findContract(world, cids[0]), findContract(world, cids[0])]);
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
  expect(one?.products).not.toBe(other?.products);
});
