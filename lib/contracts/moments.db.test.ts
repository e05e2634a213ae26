import { describe, expect, test } from "vitest";
import { addProducts } from "#lib/contracts/add-products.ts";
import { amend } from "#lib/contracts/amend.ts";
import { create } from "#lib/contracts/create.ts";
import { end } from "#lib/contracts/end.ts";
import { read } from "#lib/contracts/read.ts";
import { removeProducts } from "#lib/contracts/remove-products.ts";
import { addMonths } from "#lib/dates.ts";
import type { ErrorName } from "#lib/errors.ts";
import { bike, bodyOf, makeContract, noon, openShop } from "#lib/renewals/shop.fixture.ts";

const minute = 60_000;
const hour = 60 * minute;
const start = noon("2035-03-01");
const reason = "The customer bought the bike.";
const applied = { preview: false };

const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const fails = (errorName: ErrorName) => expect.objectContaining({ errorName }) as unknown;

/** A contract made at its start, and its one product. */
async function makeOpen(contractType: "LCD" | "LMD" | "LLD", months: number, changes: Record<string, unknown> = {}) {
  const shop = await openShop();
  const cid = await makeContract(shop, contractType, start, months, changes);
  const { products, end_date } = await read(shop.at(start), cid);
  return { shop, cid, cpid: Object.keys(products)[0]!, endDate: new Date(end_date) };
}

test("what a contract says of time is the caller's clock, never the wall's", async () => {
  const shop = await openShop();
  const contract = await create(shop.at(start), { ...bodyOf(shop, "LMD", start, 3), start_date: undefined }, applied);
  const at = start.toISOString();
  expect(contract).toMatchObject({ created_date: at, updated_date: at, start_date: at });
  const ended = await end(shop.at(after(start, 30 * hour)), contract.cid!, { reason }, applied);
  const later = after(start, 30 * hour).toISOString();
  expect(ended).toMatchObject({ created_date: at, updated_date: later, end_date: later, status: "terminated" });
});

test("cover is sold for up to 30 minutes ago", async () => {
  const shop = await openShop();
  const body = bodyOf(shop, "LMD", start, 3);
  await expect(create(shop.at(after(start, 30 * minute)), body, applied)).resolves.toMatchObject({ status: "open" });
  await expect(create(shop.at(after(start, 30 * minute + 1)), body, applied)).rejects.toEqual(fails("START_IN_PAST"));
});

describe("a contract", () => {
  test("is cancelled until 4 hours after its start, and terminated from then on", async () => {
    const young = await makeOpen("LMD", 3);
    expect(await end(young.shop.at(after(start, 4 * hour)), young.cid, undefined, applied)).toMatchObject({ status: "cancel", price: 0 });
    const old = await makeOpen("LMD", 3);
    const late = old.shop.at(after(start, 4 * hour + 1));
    await expect(end(late, old.cid, {}, applied)).rejects.toEqual(fails("REASON_MISSING"));
    expect(await end(late, old.cid, { reason }, applied)).toMatchObject({ status: "terminated", price: 0.97 });
  });

  test("moves its dates until 4 hours after its start", async () => {
    const { shop, cid, endDate } = await makeOpen("LMD", 3);
    const further = { end_date: addMonths(endDate, 1).toISOString() };
    expect(await amend(shop.at(after(start, 4 * hour)), cid, further, applied)).toMatchObject(further);
    await expect(amend(shop.at(after(start, 4 * hour + 1)), cid, { end_date: endDate.toISOString() }, applied)).rejects.toEqual(
      fails("DATES_FROZEN"),
    );
  });

  test("takes another company until its start", async () => {
    const shop = await openShop();
    const { cid } = await create(shop.at(after(start, -hour)), bodyOf(shop, "LLD", start, 24), applied);
    const company = { address: "1 rue Neuve" };
    expect(await amend(shop.at(after(start, -1)), cid!, { company }, applied)).toMatchObject({ company });
    await expect(amend(shop.at(start), cid!, { company }, applied)).rejects.toEqual(fails("COMPANY_FROZEN"));
  });

  test("is open until its end, and over at its end, whether or not a job has written it down", async () => {
    const { shop, cid, endDate } = await makeOpen("LMD", 3);
    expect(await end(shop.at(after(endDate, -1)), cid, { reason }, { preview: true })).toMatchObject({ status: "terminated" });
    await expect(end(shop.at(endDate), cid, { reason }, applied)).rejects.toEqual(fails("CONTRACT_NOT_OPEN"));
  });

  test("of the type LLD takes corrections for 2 hours after its end, but no dates", async () => {
    const { shop, cid, cpid, endDate } = await makeOpen("LLD", 24);
    const correction = { company: { address: "1 rue Neuve" }, products: { [cpid]: { user_name: "Grace Hopper" } } };
    const inTime = shop.at(after(endDate, 2 * hour - 1));
    await expect(amend(inTime, cid, { end_date: addMonths(endDate, 1).toISOString() }, applied)).rejects.toEqual(
      fails("CONTRACT_NOT_OPEN"),
    );
    await expect(amend(shop.at(after(endDate, 2 * hour)), cid, correction, applied)).rejects.toEqual(fails("CONTRACT_NOT_OPEN"));
    const corrected = await amend(inTime, cid, correction, applied);
    expect(corrected.company).toMatchObject(correction.company);
    expect(corrected.products[corrected.products[cpid]!.replaced_by!]!.data).toMatchObject({ user_name: "Grace Hopper" });
    expect(corrected.end_date).toBe(endDate.toISOString());
  });

  test("of the type LMD takes none", async () => {
    const { shop, cid, cpid, endDate } = await makeOpen("LMD", 3);
    const correction = { products: { [cpid]: { user_name: "Grace Hopper" } } };
    await expect(amend(shop.at(endDate), cid, correction, applied)).rejects.toEqual(fails("CONTRACT_NOT_OPEN"));
  });
});

test("a product that was added later has 4 hours of its own in which its removal costs nothing", async () => {
  const { shop, cid } = await makeOpen("LMD", 3);
  const joined = after(start, 48 * hour);
  const added = await addProducts(shop.at(joined), cid, { start_date: joined.toISOString(), products: [bike()] }, applied);
  const [first, second] = Object.keys(added.products) as [string, string];
  const body = { reason, products: [first, second] };
  const inTime = await removeProducts(shop.at(after(joined, 4 * hour)), cid, body, { preview: true });
  expect(inTime.products[first]).toMatchObject({ status: "terminated", price: 2.9 });
  expect(inTime.products[second]).toMatchObject({ status: "cancel", price: 0 });
  const late = await removeProducts(shop.at(after(joined, 4 * hour + 1)), cid, body, applied);
  expect(late.products[second]).toMatchObject({ status: "terminated", price: 0.97 });
  expect(late).toMatchObject({ status: "terminated", price: 3.87 });
});
