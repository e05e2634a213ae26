import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { addProducts, amend, end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { create } from "#lib/insurance/contracts/create.ts";
import { read } from "#lib/insurance/contracts/read.ts";
import type { WireContract, WireCreatedContract } from "#lib/insurance/contracts/schema.ts";
import { bike, bodyOf, makeContract, noon, openShop, readAll, readStory } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

test("dozens of concurrent changes of one contract all succeed", async () => {
  const shop = await openShop();
  const start = noon("2027-01-10");
  const cid = await makeContract(shop, "LMD", start, 3, { products: Array.from({ length: 60 }, () => bike()) });
  const { contract } = await readAll(shop, cid, start);
  const cpids = Object.keys(contract.products);
  await Promise.all(cpids.map((cpid) => amend(shop.at(start), cid, { products: { [cpid]: { user_name: "Grace" } } }, { preview: false })));
  const after = (await readAll(shop, cid, start)).contract;
  const open = Object.values(after.products).filter(({ status }) => status === "open");
  expect(open.map(({ data }) => data.user_name)).toEqual(cpids.map(() => "Grace"));
  expect(after.price).toBe(contract.price);
  expect(await readStory(cid)).toEqual(["created", ...cpids.map(() => "updated")]);
});

// rules/events.md#emit-5
test("a change that was asked for before another, but written after it, is dated after it", async () => {
  const shop = await openShop();
  const asked = noon("2027-01-10");
  const cid = await makeContract(shop, "LMD", asked, 3);
  const later = new Date(asked.getTime() + 2_000);
  const dates: string[] = [];
  for (const [day, at] of [later, new Date(asked.getTime() + 1_000), later].entries()) {
    const end_date = afterwards(noon("2027-04-20"), day * 24 * hour).toISOString();
    dates.push((await amend(shop.at(at), cid, { end_date }, { preview: false })).updated_date);
  }
  expect(dates).toEqual([0, 1, 2].map((ms) => new Date(later.getTime() + ms).toISOString()));
  const entries = await sql<{ at: Date }[]>`select at from premium_entries where cid = ${cid} and kind = 'amended' order by at`;
  expect(entries.map(({ at }) => at.getTime() - asked.getTime())).toEqual([1_000, 2_000, 2_000]);
});

// rules/renters.md#attach-4
test("9003: no product can be added once the renter is detached from the key", async () => {
  const shop = await openShop();
  const start = noon("2027-01-10");
  const cid = await makeContract(shop, "LMD", start, 3);
  const ctx = shop.at(start);
  const before = await readAll(shop, cid, start);
  await sql`delete from renter_attachments where world_id = ${ctx.world.id} and renter_uid = ${shop.uid}`;
  for (const preview of [true, false]) {
    const added = addProducts(ctx, cid, { start_date: start.toISOString(), products: [bike()] }, { preview });
    await expect(added).rejects.toMatchObject({ errorName: "UNAUTHORIZED_USER", entry: { code: 9003 } });
  }
  expect(await readAll(shop, cid, start)).toEqual(before);
});

const minute = 60_000;
const hour = 60 * minute;
const start = noon("2035-03-01");
const reason = "The customer bought the bike.";
const applied = { preview: false };

const afterwards = (instant: Date, ms: number) => new Date(instant.getTime() + ms);
const fails = (errorName: ErrorName) => expect.objectContaining({ errorName }) as unknown;

async function makeOpen(contractType: "LCD" | "LMD" | "LLD", months: number, changes: Record<string, unknown> = {}) {
  const shop = await openShop();
  const cid = await makeContract(shop, contractType, start, months, changes);
  const { products, end_date } = await read(shop.at(start), cid);
  return { shop, cid, cpid: Object.keys(products)[0]!, endDate: new Date(end_date) };
}

// rules/calendar.md#windows-3
test("a contract follows the caller's clock, never real time", async () => {
  const shop = await openShop();
  const contract = await create(shop.at(start), { ...bodyOf(shop, "LMD", start, 3), start_date: undefined }, applied);
  const at = start.toISOString();
  expect(contract).toMatchObject({ created_date: at, updated_date: at, start_date: at });
  const ended = await end(shop.at(afterwards(start, 30 * hour)), contract.cid!, { reason }, applied);
  const later = afterwards(start, 30 * hour).toISOString();
  expect(ended).toMatchObject({ created_date: at, updated_date: later, end_date: later, status: "terminated" });
});

describe("a contract", () => {
  test("is cancelled until 4 hours after its start, and terminated from then on", async () => {
    const young = await makeOpen("LMD", 3);
    expect(await end(young.shop.at(afterwards(start, 4 * hour)), young.cid, undefined, applied)).toMatchObject({
      status: "cancel",
      price: 0,
    });
    const old = await makeOpen("LMD", 3);
    const late = old.shop.at(afterwards(start, 4 * hour + 1));
    await expect(end(late, old.cid, {}, applied)).rejects.toEqual(fails("REASON_MISSING"));
    expect(await end(late, old.cid, { reason }, applied)).toMatchObject({ status: "terminated", price: 0.97 });
  });

  // rules/contracts.md#states-3
  test("is open until its end and closed from then on, whether or not a job has recorded it", async () => {
    const { shop, cid, endDate } = await makeOpen("LMD", 3);
    expect(await end(shop.at(afterwards(endDate, -1)), cid, { reason }, { preview: true })).toMatchObject({ status: "terminated" });
    await expect(end(shop.at(endDate), cid, { reason }, applied)).rejects.toEqual(fails("CONTRACT_NOT_OPEN"));
  });

  // rules/contracts.md#update-5
  test("of the type LLD accepts corrections for 2 hours after its end, but no new dates", async () => {
    const { shop, cid, cpid, endDate } = await makeOpen("LLD", 24);
    const correction = { company: { address: "1 rue Neuve" }, products: { [cpid]: { user_name: "Grace Hopper" } } };
    const inTime = shop.at(afterwards(endDate, 2 * hour - 1));
    await expect(amend(inTime, cid, { end_date: addMonths(endDate, 1).toISOString() }, applied)).rejects.toEqual(
      fails("CONTRACT_NOT_OPEN"),
    );
    await expect(amend(shop.at(afterwards(endDate, 2 * hour)), cid, correction, applied)).rejects.toEqual(fails("CONTRACT_NOT_OPEN"));
    const corrected = await amend(inTime, cid, correction, applied);
    expect(corrected.company).toMatchObject(correction.company);
    expect(corrected.products[corrected.products[cpid]!.replaced_by!]!.data).toMatchObject({ user_name: "Grace Hopper" });
    expect(corrected.end_date).toBe(endDate.toISOString());
  });
});

test("an end that is planned again as it is planned is no change, and is told once", async () => {
  const { shop, cid, cpid } = await makeOpen("LMD", 3, { products: [bike(), bike()] });
  const planned = { reason, end_date: noon("2035-03-20").toISOString() };
  const [first, again] = [afterwards(start, 5 * hour), afterwards(start, 6 * hour)];
  const removed = await removeProducts(shop.at(first), cid, { ...planned, products: [cpid] }, applied);
  for (const preview of [true, false]) {
    expect(await removeProducts(shop.at(again), cid, { ...planned, products: [cpid] }, { preview })).toEqual(removed);
  }
  const ended = await end(shop.at(first), cid, planned, applied);
  expect(await end(shop.at(again), cid, planned, applied)).toEqual(ended);
  expect(await readStory(cid)).toEqual(["created", "updated", "updated"]);

  const sooner = await end(shop.at(again), cid, { ...planned, end_date: noon("2035-03-19").toISOString() }, applied);
  expect(sooner).toMatchObject({ end_date: noon("2035-03-19").toISOString(), updated_date: again.toISOString() });
  expect(await readStory(cid)).toEqual(["created", "updated", "updated", "updated"]);
});

test("a product that was added later can be removed free of charge within 4 hours of its own start", async () => {
  const { shop, cid } = await makeOpen("LMD", 3);
  const joined = afterwards(start, 48 * hour);
  const added = await addProducts(shop.at(joined), cid, { start_date: joined.toISOString(), products: [bike()] }, applied);
  const [first, second] = Object.keys(added.products) as [string, string];
  const body = { reason, products: [first, second] };
  const inTime = await removeProducts(shop.at(afterwards(joined, 4 * hour)), cid, body, { preview: true });
  expect(inTime.products[first]).toMatchObject({ status: "terminated", price: 2.9 });
  expect(inTime.products[second]).toMatchObject({ status: "cancel", price: 0 });
  const late = await removeProducts(shop.at(afterwards(joined, 4 * hour + 1)), cid, body, applied);
  expect(late.products[second]).toMatchObject({ status: "terminated", price: 0.97 });
  expect(late).toMatchObject({ status: "terminated", price: 3.87 });
});

test.each(["LCD", "LMD"] as const)("a product of an %s that begins earlier before a planned end pays for its own days", async (type) => {
  const shop = await openShop(["product_dates"]);
  const cid = await makeContract(shop, type, start, 1);
  const day = 24 * hour;
  const ctx = shop.at(afterwards(start, day));
  const inDays = (days: number) => afterwards(start, days * day).toISOString();
  const insure = async (from: number) => {
    const { products } = await addProducts(ctx, cid, { start_date: inDays(from), products: [bike()] }, applied);
    return Object.keys(products).at(-1) ?? "";
  };
  const [late, early] = [await insure(18), await insure(2)];
  const planned = await end(ctx, cid, { reason, end_date: inDays(20) }, applied);
  const { products } = await amend(ctx, cid, { products: { [late]: { start_date: inDays(2) } } }, applied);
  const [moved, alike] = [products[products[late]!.replaced_by!]!, products[early]!];
  expect([moved.start_date, moved.end_date]).toEqual([alike.start_date, alike.end_date]);
  if (type === "LMD") expect(moved.price).toBe(alike.price);
  // An LCD gives nothing back, so the other product still pays for the days after the end.
  else expect(moved.price).toBeGreaterThan(planned.products[late]!.price);
});

const previewStart = noon("2027-01-31");
const hoursLater = (hours: number) => new Date(previewStart.getTime() + hours * 3_600_000);

/** An answer without the identifiers, which are new each time. */
function contentsOf({ cid: _cid, products, ...fields }: WireCreatedContract): object {
  const entries = Object.values(products).map(({ product_id: _id, replaced_by, ...entry }) => ({
    ...entry,
    isReplaced: replaced_by !== undefined,
  }));
  return { ...fields, products: entries };
}

const values = fc.integer({ min: 1, max: 1_500_000 }).map((cents) => cents / 100);
const stepNames = fc.array(fc.constantFrom("amend", "move", "add", "remove", "end", "plan"), { minLength: 1, maxLength: 4 });

type Step = (shop: Shop, cid: string, contract: WireContract, hours: number, query: { preview: boolean }) => Promise<WireContract>;
const openOf = ({ products }: WireContract) => Object.keys(products).filter((cpid) => products[cpid]?.status === "open");

const steps: Record<string, Step> = {
  amend: (shop, cid, contract, hours, query) =>
    amend(shop.at(hoursLater(hours)), cid, { products: { [openOf(contract)[0] ?? ""]: { user_name: "Grace" } } }, query),
  move: (shop, cid, _contract, hours, query) =>
    amend(shop.at(hoursLater(hours)), cid, { end_date: addMonths(previewStart, 5).toISOString() }, query),
  add: (shop, cid, _contract, hours, query) =>
    addProducts(shop.at(hoursLater(hours)), cid, { start_date: hoursLater(hours).toISOString(), products: [bike()] }, query),
  remove: (shop, cid, contract, hours, query) =>
    removeProducts(shop.at(hoursLater(hours)), cid, { reason: "sold", products: openOf(contract).slice(0, 1) }, query),
  end: (shop, cid, _contract, hours, query) => end(shop.at(hoursLater(hours)), cid, { reason: "sold" }, query),
  plan: (shop, cid, _contract, hours, query) =>
    end(shop.at(hoursLater(hours)), cid, { reason: "sold", end_date: hoursLater(hours + 24).toISOString() }, query),
};

// rules/contracts.md#preview-1
test("a preview writes nothing and answers what the change then answers, to the cent", async () => {
  const shop = await openShop();
  const countRows = async () => {
    const world = shop.at(previewStart).world.id;
    const [counts] = await sql`
      select (select count(*) from contracts where world_id = ${world}) as contracts, (select count(*) from events where world_id = ${world}) as events,
        (select count(*) from products where world_id = ${world}) as products,
        (select coalesce(sum(revision), 0) from contracts where world_id = ${world}) as revisions`;
    return counts;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 4 }),
      stepNames,
      fc.constantFrom(1, 30, 400),
      async (worths, months, path, gap) => {
        const body = bodyOf(shop, "LMD", previewStart, months, { products: worths.map((value_excl) => bike({ value_excl })) });
        const before = await countRows();
        const preview = await create(shop.at(previewStart), body, { preview: true });
        expect(preview.cid).toBeUndefined();
        expect(await countRows()).toEqual(before);
        const { cid = "" } = await create(shop.at(previewStart), body, { preview: false }).then((made) => {
          expect(contentsOf(made)).toEqual(contentsOf(preview));
          return made;
        });
        for (const [index, kind] of path.entries()) {
          const { contract } = await readAll(shop, cid, previewStart);
          const attempt = (isPreview: boolean) =>
            steps[kind]!(shop, cid, contract, 1 + index * gap, { preview: isPreview }).then(contentsOf, (error: unknown) => String(error));
          const counts = await countRows();
          const [previewed, after] = [await attempt(true), await countRows()];
          expect(after).toEqual(counts);
          expect(await attempt(false)).toEqual(previewed);
        }
      },
    ),
    { numRuns: 25 },
  );
});
