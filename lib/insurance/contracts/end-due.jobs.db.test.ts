import { afterEach, describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { amend, end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { endDueContracts } from "#lib/insurance/contracts/end-due.ts";
import { bike, makeContract, noon, openShop, readAll, readChain, readEvents, readStory } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { outcomesOf } from "#lib/insurance/renters/world.fixture.ts";
import { log } from "#lib/platform/log/log.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

// A database of its own, since these jobs run in years in which other tests have contracts.
await useOwnDatabase();

// Contracts left open would be due in the next test.
afterEach(async () => {
  vi.restoreAllMocks();
  await sql`update contract_products set status = 'cancel' where status = 'open'`;
  await sql`update contracts set status = 'cancel' where status = 'open'`;
});

const renewed = { automatic_renewal: true };
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * 3_600_000);
const repeat = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_none, index) => make(index));

/** The events of a world in order, each with its contract. */
async function readWorld(shop: Shop): Promise<{ type: string; cid: string; end: string }[]> {
  const rows = await sql<{ type: string; cid: string; end: string }[]>`
    select e.event_type as type, e.subject_id as cid, c.end_date::text as end from events e join contracts c on c.cid = e.subject_id
    where e.world_id = ${shop.at(new Date()).world.id} order by e.id`;
  return rows.map((row) => ({ ...row, type: row.type.replace("v2.contract.", "") }));
}

describe("what is due to end", () => {
  test("ends at its end, not before, and exactly once", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-31"), 1);
    const day = noon("2027-02-28");
    expect(await endDueContracts(new Date(day.getTime() - 1))).toBe(0);
    expect(await endDueContracts(day)).toBe(1);
    expect(await endDueContracts(day)).toBe(0);
    const { contract } = await readAll(shop, cid, day);
    expect(contract).toMatchObject({ status: "closed", updated_date: day.toISOString() });
    expect(Object.values(contract.products)).toMatchObject([{ status: "closed" }]);
    const told = await readEvents(cid);
    expect(told.map(({ type }) => type)).toEqual(["v2.contract.created", "v2.contract.closed"]);
    expect(told[1]?.data).toEqual(contract);
  });

  test("is terminated on its planned day together with its renewal", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LLD", noon("2027-01-10"), 24, renewed);
    const day = noon("2027-08-10");
    const planned = await end(shop.at(noon("2027-05-01")), cid, { reason: "sold", end_date: day.toISOString() }, { preview: false });
    expect(planned).toMatchObject({ status: "open", end_date: day.toISOString() });
    await endDueContracts(day);
    const { contract, renewals } = await readAll(shop, cid, day);
    expect(contract).toMatchObject({ status: "terminated", end_date: day.toISOString(), price: planned.price });
    expect(renewals).toMatchObject([{ applied: false, next_cid: null }]);
    expect(await readStory(cid)).toEqual(["created", "renewal.enabled", "updated", "terminated"]);
  });

  test("can be a removed product of a contract that continues", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2027-01-10"), 4, { products: [bike(), bike()] });
    const [gone = "", kept = ""] = Object.keys((await readAll(shop, cid, noon("2027-01-10"))).contract.products);
    const day = noon("2027-02-10");
    const removal = { reason: "sold", products: [gone], end_date: day.toISOString() };
    const planned = await removeProducts(shop.at(noon("2027-02-01")), cid, removal, { preview: false });
    await endDueContracts(later(day, 1));
    const { contract } = await readAll(shop, cid, later(day, 1));
    expect(contract).toMatchObject({ status: "open", price: planned.price });
    expect(contract.products).toMatchObject({ [gone]: { status: "terminated", end_date: day.toISOString() }, [kept]: { status: "open" } });
    expect(await readStory(cid)).toEqual(["created", "updated", "updated"]);
  });
});

describe("after months without a job", () => {
  test("everything that was due happens in the order in which it was due", async () => {
    const shop = await openShop();
    await makeContract(shop, "LMD", noon("2030-01-10"), 1, renewed);
    await makeContract(shop, "LMD", noon("2030-01-25"), 1, renewed);
    await makeContract(shop, "LMD", noon("2030-01-15"), 5, renewed);
    await makeContract(shop, "LMD", noon("2030-02-01"), 3);
    await endDueContracts(noon("2030-07-20"));
    const closed = (await readWorld(shop)).filter(({ type }) => type === "closed").map((event) => event.end);
    expect(closed).toHaveLength(6 + 5 + 1 + 1);
    expect(closed).toEqual(closed.toSorted());
    const open = await sql<{ day: string }[]>`
      select end_date::date::text as day from contracts where world_id = ${shop.at(new Date()).world.id} and status = 'open' order by end_date`;
    expect(open.map(({ day }) => day)).toEqual(["2030-07-25", "2030-08-10", "2030-11-15"]);
  });

  test("a renewal that fell due meanwhile is applied at the time at which it was due", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", noon("2030-10-31"), 1, renewed);
    const now = noon("2031-03-15");
    await endDueContracts(now);
    const chain = await readChain(shop, cid, now);
    expect(chain.map(({ contract }) => contract.start_date.slice(5, 10))).toEqual(["10-31", "11-30", "12-31", "01-31", "02-28"]);
    expect(chain.at(-1)?.contract).toMatchObject({ status: "open", end_date: noon("2031-03-31").toISOString() });
    expect(chain.flatMap(({ renewals }) => renewals.map(({ extension }) => extension))).toEqual([0, 1, 2, 3, 4]);
  });
});

describe("several concurrent runners", () => {
  // rules/renewals.md#apply-1
  test("apply each of 200 renewals exactly once, and close each contract once", async () => {
    const shop = await openShop();
    const start = noon("2031-04-01");
    const cids = [];
    for (let index = 0; index < 200; index += 1) cids.push(await makeContract(shop, "LMD", later(start, index), 1, renewed));
    const now = later(addMonths(start, 1), 200);
    const done = await Promise.all(repeat(4, () => endDueContracts(now, { batchSize: 7 })));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(200);

    const { id } = shop.at(now).world;
    const [count] = await sql`
      select count(*) filter (where c.status = 'closed')::int as closed, count(*) filter (where c.status = 'open')::int as open from contracts c where world_id = ${id}`;
    expect(count).toEqual({ closed: 200, open: 200 });
    const told = (await readWorld(shop)).map(({ type }) => type);
    expect(repeat(3, (index) => told.filter((type) => type === ["renewed", "closed", "created"][index]).length)).toEqual([200, 200, 200]);
    const renewals = await sql`
      select count(*)::int as all, count(distinct next_cid)::int as applied, count(*) filter (where applied_at is null and dropped_at is null)::int as live
      from automatic_renewals where cid in (select cid from contracts where world_id = ${id})`;
    expect([...renewals]).toEqual([{ all: 400, applied: 200, live: 200 }]);
    for (const cid of [cids[0]!, cids[199]!]) expect(await readChain(shop, cid, now)).toHaveLength(2);
  });

  test("end each product once, and do not fail where another runner was faster", async () => {
    const failed = vi.spyOn(log, "error");
    const shop = await openShop();
    const start = noon("2031-06-01");
    const day = later(start, 48);
    for (let index = 0; index < 40; index += 1) {
      const cid = await makeContract(shop, "LMD", start, 2, { products: [bike(), bike()] });
      const [cpid] = Object.keys((await readAll(shop, cid, start)).contract.products);
      await sql`update contract_products set end_date = ${day} where cpid = ${cpid!}`;
      await sql`update contracts set due_at = ${day} where cid = ${cid}`;
    }
    const done = await Promise.all(repeat(4, () => endDueContracts(day, { batchSize: 3 })));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect((await readWorld(shop)).filter(({ type }) => type === "updated")).toHaveLength(40);
    expect(failed).not.toHaveBeenCalled();
  });

  test("and concurrent calls leave every contract either amended or ended", async () => {
    const shop = await openShop();
    const start = noon("2031-09-01");
    const cids = await Promise.all(repeat(24, (index) => makeContract(shop, "LMD", later(start, index / 60), 1, renewed)));
    // All are due; the calls arrived a moment before the end.
    const now = later(addMonths(start, 1), 1);
    const calls = cids.map(async (cid) => {
      const { contract } = await readAll(shop, cid, now);
      const [cpid = ""] = Object.keys(contract.products);
      const body = { products: { [cpid]: { user_name: "Grace" } } };
      return outcomesOf([amend(shop.at(later(new Date(contract.end_date), -0.01)), cid, body, { preview: false })]);
    });
    const [amended] = await Promise.all([
      Promise.all(calls),
      endDueContracts(now, { batchSize: 5 }),
      endDueContracts(now, { batchSize: 5 }),
    ]);
    await endDueContracts(now);
    for (const [index, cid] of cids.entries()) {
      const [old, next, ...more] = await readChain(shop, cid, now);
      expect(more).toEqual([]);
      expect(old?.contract.status).toBe("closed");
      const isAmended = amended[index]?.[0] === "done";
      expect(amended[index]).toEqual([isAmended ? "done" : "CONTRACT_NOT_OPEN"]);
      const users = (contract = next?.contract) =>
        Object.values(contract?.products ?? {}).map(({ status, data }) => `${status} ${data.user_name}`);
      expect(users()).toEqual([`open ${isAmended ? "Grace" : "Ada Martin"}`]);
      expect(users(old?.contract)).toEqual(isAmended ? ["has_been_replaced Ada Martin", "closed Grace"] : ["closed Ada Martin"]);
    }
  });
});

describe("a contract that cannot be ended", () => {
  test.each([
    ["has no products", (cid: string) => sql`delete from contract_products where cid = ${cid}`],
    ["insures what no tariff knows", (cid: string) => sql`update contract_products set product_type = 'unicorn' where cid = ${cid}`],
  ])("because it %s is set aside and logged, and the others end", async (_why, poison) => {
    const failed = vi.spyOn(log, "error").mockReturnValue();
    const shop = await openShop();
    const start = noon("2032-01-01");
    const cids = await Promise.all(repeat(6, (index) => makeContract(shop, "LMD", later(start, index), 1, renewed)));
    const [bad = "", ...good] = cids;
    await poison(bad);
    const now = later(addMonths(start, 1), 12);
    expect(await endDueContracts(now, { batchSize: 4 })).toBe(5);
    for (const cid of good) expect(await readChain(shop, cid, now)).toHaveLength(2);
    expect(await sql`select status from contracts where cid = ${bad}`).toMatchObject([{ status: "open" }]);
    expect(failed.mock.calls).toContainEqual([expect.objectContaining({ ids: 1, first: bad }), "a row was set aside"]);
  });
});

test("a change and its event are written together or not at all", async () => {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", noon("2033-01-01"), 1, renewed);
  const day = noon("2033-02-01");
  const before = await readAll(shop, cid, day);
  await sql`alter table events add constraint refuse_closed check (event_type <> 'v2.contract.closed') not valid`;
  const failed = vi.spyOn(log, "error").mockReturnValue();
  expect(await endDueContracts(day)).toBe(0);
  expect(failed).toHaveBeenCalledOnce();
  expect(await readAll(shop, cid, day)).toEqual(before);
  expect(await sql`select cid from contracts where world_id = ${shop.at(day).world.id}`).toHaveLength(1);
  expect(await readStory(cid)).toEqual(["created", "renewal.enabled"]);
  await sql`alter table events drop constraint refuse_closed`;
  expect(await endDueContracts(later(day, 1))).toBe(1);
  expect(await readChain(shop, cid, day)).toHaveLength(2);
});
