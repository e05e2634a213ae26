import { describe, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { end } from "#lib/insurance/contracts/change.ts";
import { actOnAll } from "#lib/insurance/renewals/bulk.ts";
import { amend } from "#lib/insurance/renewals/configure.ts";
import { list } from "#lib/insurance/renewals/list.ts";
import { readCurrent } from "#lib/insurance/renewals/read.ts";
import { automaticRenewal } from "#lib/insurance/renewals/schema.ts";
import type { WireRenewal } from "#lib/insurance/renewals/schema.ts";
import { actOnAllAtOnce, makeContract, noon, openShop, readStory } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { log } from "#lib/platform/log/log.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

const start = noon("2027-03-31");
const now = noon("2027-04-01");
const add = { add_to_all_contracts: true };
const reject = { reject_on_all_contracts: true };
const enable = { enable_notification_on_all_contracts: true };
const disable = { disable_notification_on_all_contracts: true };

const cidsOf = (renewals: readonly WireRenewal[]) => renewals.map(({ cid }) => cid);

async function multiply(shop: Shop, cid: string, copies: number): Promise<void> {
  await sql`
    insert into contracts select (jsonb_populate_record(c, jsonb_build_object('cid', left(c.cid, 18) || lpad(n::text, 8, '0')))).*
    from contracts c, generate_series(1, ${copies}) n where c.cid = ${cid} and c.world_id = ${shop.at(now).world.id}`;
}

describe("a bulk action", () => {
  // rules/renewals.md#bulk-1
  test("changes every open LMD and LLD contract of the world, in order, and answers what it changed", async () => {
    const [shop, other] = [await openShop(["bulk_renewals"]), await openShop(["bulk_renewals"])];
    const lmd = await makeContract(shop, "LMD", start, 3);
    const lld = await makeContract(shop, "LLD", start, 24);
    const rejected = await makeContract(shop, "LMD", start, 4, { automatic_renewal: true });
    await amend(shop.at(now), rejected, (await readCurrent(shop.at(now), rejected)).arid, { rejected: true, use_notification: false });
    await makeContract(shop, "LMD", start, 5, { automatic_renewal: true });
    await makeContract(shop, "LCD", start, 0, { end_date: noon("2027-04-10").toISOString() });
    const cancelled = await makeContract(shop, "LMD", start, 3);
    await end(shop.at(start), cancelled, undefined, { preview: false });
    const planned = await makeContract(shop, "LMD", start, 3);
    await end(shop.at(now), planned, { reason: "sold", end_date: noon("2027-05-01").toISOString() }, { preview: false });
    await makeContract(shop, "LMD", noon("2027-02-28"), 1, { end_date: now.toISOString() });
    const foreign = await makeContract(other, "LMD", start, 3);

    const ctx = shop.at(now);
    const added = await actOnAllAtOnce(ctx, add);
    expect(added).toMatchObject([
      { cid: lmd, duration_months: 3, use_notification: true, rejected: false, default_application: false, extension: 0 },
      { cid: lld, duration_months: 24, use_notification: true, rejected: false },
    ]);
    expect(added, "what a customer rejected stays rejected").toHaveLength(2);
    expect(await readCurrent(ctx, rejected)).toMatchObject({ rejected: true });
    for (const renewal of added) {
      expect(automaticRenewal.parse(renewal)).toEqual(renewal);
      expect(await readCurrent(ctx, renewal.cid)).toEqual(renewal);
    }
    expect(await actOnAllAtOnce(ctx, add)).toEqual([]);
    expect(await readStory(lmd)).toEqual(["created", "renewal.enabled"]);
    expect(await readStory(rejected)).toEqual(["created", "renewal.enabled", "renewal.rejected", "renewal.updated"]);
    for (const cid of [cancelled, planned]) expect(await list(ctx, cid)).toEqual([]);
    expect(await list(other.at(now), foreign)).toEqual([]);
  });

  const actions = [add, reject, enable, disable];
  const combinations = Array.from(
    { length: 15 },
    (_none, index) => Object.assign({}, ...actions.filter((_action, bit) => ((index + 1) >> bit) & 1)) as object,
  ).filter((body) => !("enable_notification_on_all_contracts" in body && "disable_notification_on_all_contracts" in body));
  test.each(combinations)("of %j does what it says, emits its events, and does nothing the second time", async (body) => {
    const shop = await openShop(["bulk_renewals"]);
    const none = await makeContract(shop, "LMD", start, 3);
    const renewing = await makeContract(shop, "LMD", start, 3, { automatic_renewal: true });
    const rejected = await makeContract(shop, "LMD", start, 3, { automatic_renewal: true });
    await amend(shop.at(now), rejected, (await readCurrent(shop.at(now), rejected)).arid, { rejected: true, use_notification: false });
    const before = (await Promise.all([none, renewing, rejected].map((cid) => readStory(cid)))).flat().length;

    const changed = await actOnAllAtOnce(shop.at(now), body);
    const after = (await Promise.all([none, renewing, rejected].map((cid) => list(shop.at(now), cid)))).flat();
    const has = (action: object) => Object.keys(action).every((name) => name in body);
    expect(after).toHaveLength(has(add) ? 3 : 2);
    for (const renewal of after) {
      if (has(enable) || has(disable)) expect(renewal.use_notification).toBe(has(enable));
      if (has(reject)) expect(renewal.rejected).toBe(true);
      else expect(renewal.rejected).toBe(renewal.cid === rejected);
    }
    expect(
      changed.every((renewal) => after.some(({ arid, updated_at }) => arid === renewal.arid && updated_at === renewal.updated_at)),
    ).toBe(true);
    const told = (await Promise.all([none, renewing, rejected].map((cid) => readStory(cid)))).flat().length - before;
    expect(told > 0).toBe(changed.length > 0);
    expect(told).toBeGreaterThanOrEqual(changed.length);
    expect(await actOnAllAtOnce(shop.at(addMonths(now, 1)), body)).toEqual([]);
  });

  // rules/renewals.md#bulk-2
  test("requires the feature: 98888 for any body, and nothing changes", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", start, 3);
    for (const body of [add, {}, [], null]) {
      await expect(actOnAll(shop.at(now), body)).rejects.toMatchObject({
        errorName: "INSUFFICIENT_PERMISSIONS",
        entry: { code: 98888, status: 403 },
      });
    }
    expect(await list(shop.at(now), cid)).toEqual([]);
  });

  test("continues the count of renewals of a contract that came from one", async () => {
    const shop = await openShop(["bulk_renewals"]);
    const [old, next] = [await makeContract(shop, "LMD", start, 1, { automatic_renewal: true }), await makeContract(shop, "LMD", start, 3)];
    await sql`update automatic_renewals set extension = 4, applied_at = now(), next_cid = ${next} where cid = ${old}`;
    await sql`update contracts set status = 'closed' where cid = ${old}`;
    expect(await actOnAllAtOnce(shop.at(now), add)).toMatchObject([{ cid: next, extension: 5 }]);
  });
});

describe("a bulk action on more contracts than one batch", () => {
  const copies = 2500;

  async function makeCrowd(): Promise<Shop> {
    const shop = await openShop(["bulk_renewals"]);
    await multiply(shop, await makeContract(shop, "LMD", start, 3), copies);
    return shop;
  }
  const countLive = async (shop: Shop) => {
    const [row] = await sql`
      select count(*)::int as count, count(distinct a.cid)::int as contracts from automatic_renewals a join contracts c on c.cid = a.cid
      where c.world_id = ${shop.at(now).world.id} and a.rejected_at is null and a.dropped_at is null`;
    return row;
  };

  test("skips none and changes none twice", async () => {
    const shop = await makeCrowd();
    const added = await actOnAllAtOnce(shop.at(now), add);
    expect(new Set(cidsOf(added)).size).toBe(copies + 1);
    expect(await countLive(shop)).toEqual({ count: copies + 1, contracts: copies + 1 });
    expect(await actOnAllAtOnce(shop.at(now), add)).toEqual([]);
    expect(await actOnAllAtOnce(shop.at(now), reject)).toHaveLength(copies + 1);
    expect(await countLive(shop)).toEqual({ count: 0, contracts: 0 });
  });

  test("finishes if the client disconnects", async () => {
    const shop = await makeCrowd();
    for await (const page of await actOnAll(shop.at(now), add)) {
      expect(page.length).toBeLessThan(copies);
      break;
    }
    expect(await countLive(shop)).toEqual({ count: copies + 1, contracts: copies + 1 });
  });

  test("that runs twice at once leaves each contract with one renewal and one event", async () => {
    const shop = await makeCrowd();
    const both = await Promise.all([actOnAllAtOnce(shop.at(now), add), actOnAllAtOnce(shop.at(now), add)]);
    expect(cidsOf(both.flat()).toSorted()).toEqual([...new Set(cidsOf(both.flat()))].toSorted());
    expect(await countLive(shop)).toEqual({ count: copies + 1, contracts: copies + 1 });
    const told = await sql`
      select from events where world_id = ${shop.at(now).world.id} and event_type = 'v2.contract.renewal.enabled'`;
    expect(told).toHaveLength(copies + 1);
  });

  // rules/renewals.md#bulk-4
  test("that fails after a disconnect is logged, and the next request completes it", async () => {
    const shop = await makeCrowd();
    const ctx = shop.at(now);
    const [last] = await sql`select max(cid) as cid, min(end_date) as date from contracts where world_id = ${ctx.world.id}`;
    const setEnd = (date: string) => sql`update contracts set end_date = ${date} where cid = ${last?.["cid"] as string}`;
    await setEnd("infinity");
    const failed = vi.spyOn(log, "error").mockReturnValue();
    for await (const page of await actOnAll(ctx, add)) if (page.length > 0) break;
    expect(failed.mock.calls).toEqual([[expect.objectContaining({ executionId: ctx.executionId }), "a bulk action was not finished"]]);
    failed.mockRestore();
    await setEnd(last?.["date"] as string);
    expect(await actOnAllAtOnce(ctx, add)).toHaveLength((copies + 1) % 1000);
  });
});

test("an invalid request is refused before anything changes", async () => {
  const shop = await openShop(["bulk_renewals"]);
  await expect(actOnAll(shop.at(now), { ...enable, ...disable })).rejects.toMatchObject({ errorName: "OPTION_NOT_ALLOWED" });
  await expect(actOnAll(shop.at(now), {})).rejects.toMatchObject({ errorName: "OPTION_NOT_ALLOWED" });
});
