import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { amend as amendContract, end } from "#lib/insurance/contracts/change.ts";
import { amend, configure } from "#lib/insurance/renewals/configure.ts";
import { notifyDueRenewals } from "#lib/insurance/renewals/notify-due.ts";
import { readCurrent } from "#lib/insurance/renewals/read.ts";
import { makeContract, noon, openShop, readEvents, readStory } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { addUtcMonths as addMonths } from "#lib/platform/time/calendar.fixture.ts";

// A database of its own, since these jobs run in years in which other tests have contracts.
await useOwnDatabase();

const renewed = { automatic_renewal: true };
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * 3_600_000);
const start = noon("2027-01-10");
const notice = noon("2027-03-10");
const last = noon("2027-04-10");

/** A contract of three months with a renewal. */
async function makeRenewed(changes: Record<string, unknown> = renewed) {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", start, 3, changes);
  return {
    shop,
    cid,
    current: (now = notice) => readCurrent(shop.at(now), cid),
    set: async (now: Date, body: object) => amend(shop.at(now), cid, (await readCurrent(shop.at(now), cid)).arid, body),
    /** Runs the job, and counts this contract's notices so far. */
    async countAt(now: Date) {
      await notifyDueRenewals(now);
      return (await readStory(cid)).filter((event) => event === "renewal.notification").length;
    },
  };
}

describe("the notice of a renewal", () => {
  // rules/renewals.md#notice-3
  test("is sent one month before it, once, however often the job runs", async () => {
    const { shop, cid, current, countAt } = await makeRenewed();
    expect(await countAt(new Date(notice.getTime() - 1))).toBe(0);
    for (const hours of [0, 0, 1, 24 * 20]) expect(await countAt(later(notice, hours))).toBe(1);
    const renewal = await current();
    expect(renewal).toMatchObject({ notified: true, notified_at: notice.toISOString(), updated_at: notice.toISOString() });
    const { arid, ...fields } = renewal;
    expect((await readEvents(cid)).at(-1)).toEqual({
      type: "v2.contract.renewal.notification",
      data: { id: arid, uid: shop.uid, ...fields },
    });
  });

  // rules/renewals.md#notice-2
  test("is sent as soon as possible if its time has passed: a contract of one month, a renewal added late", async () => {
    const shop = await openShop();
    const short = await makeContract(shop, "LMD", start, 1, renewed);
    const late = await makeContract(shop, "LMD", start, 3);
    const almostOver = later(last, -48);
    await configure(shop.at(almostOver), late, {});
    await notifyDueRenewals(start);
    await notifyDueRenewals(almostOver);
    expect((await readStory(short)).at(-1)).toBe("renewal.notification");
    expect((await readStory(late)).slice(1)).toEqual(["renewal.enabled", "renewal.notification"]);
  });

  // rules/renewals.md#notice-2
  test("is sent late if the job ran late, but not once the contract is over", async () => {
    const [late, missed] = [await makeRenewed(), await makeRenewed()];
    await sql`update automatic_renewals set rejected_at = now() where cid = ${missed.cid}`;
    expect(await late.countAt(later(last, -1))).toBe(1);
    await sql`update automatic_renewals set rejected_at = null where cid = ${missed.cid}`;
    expect(await missed.countAt(last)).toBe(0);
  });

  // rules/renewals.md#notice-4
  test("is not sent while notices are off or the renewal is rejected, and is as soon as that changes", async () => {
    for (const [off, on] of [
      [{ use_notification: false }, { use_notification: true }],
      [{ rejected: true }, { rejected: false }],
    ] as const) {
      const { set, countAt } = await makeRenewed();
      await set(later(notice, -1), off);
      expect(await countAt(later(notice, 1))).toBe(0);
      await set(later(notice, 2), on);
      expect(await countAt(later(notice, 2))).toBe(1);
    }
  });

  test("is not sent if the contract is terminated or will be", async () => {
    const [now, planned] = [await makeRenewed(), await makeRenewed()];
    const day = later(start, 48);
    await end(now.shop.at(day), now.cid, { reason: "sold" }, { preview: false });
    await end(planned.shop.at(day), planned.cid, { reason: "sold", end_date: noon("2027-03-20").toISOString() }, { preview: false });
    expect(await now.countAt(later(notice, 1))).toBe(0);
    expect(await planned.countAt(later(notice, 1))).toBe(0);
  });

  // rules/renewals.md#notice-3
  test("moves with the contract's end, and is sent again if it named another day", async () => {
    const shop = await openShop();
    const cid = await makeContract(shop, "LMD", start, 1, renewed);
    await notifyDueRenewals(start);
    expect(await readCurrent(shop.at(start), cid)).toMatchObject({ notified: true });
    await amendContract(shop.at(later(start, 1)), cid, { end_date: last.toISOString() }, { preview: false });
    expect(await readCurrent(shop.at(start), cid)).toMatchObject({
      notified: false,
      notified_at: null,
      renewal_scheduled_for: last.toISOString(),
      notification_scheduled_for: notice.toISOString(),
    });
    await notifyDueRenewals(later(notice, -1));
    await notifyDueRenewals(notice);
    await notifyDueRenewals(later(notice, 1));
    expect((await readStory(cid)).filter((event) => event === "renewal.notification")).toHaveLength(2);
  });
});

test("200 notices are sent once each, however many runners there are", async () => {
  const shop = await openShop();
  const begin = noon("2028-01-01");
  const cids: string[] = [];
  for (let index = 0; index < 200; index += 1) cids.push(await makeContract(shop, "LMD", later(begin, index % 50), 3, renewed));
  const now = later(addMonths(begin, 2), 50);
  const done = await Promise.all([7, 7, 7, 7].map((batchSize) => notifyDueRenewals(now, { batchSize })));
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(200);
  const notices = await sql<{ cid: string }[]>`
    select subject_id as cid from events where world_id = ${shop.at(now).world.id} and event_type = 'v2.contract.renewal.notification'`;
  expect(notices.map(({ cid }) => cid).toSorted()).toEqual(cids.toSorted());
});

test("a single runner sends the earliest notice first", async () => {
  const shop = await openShop();
  const begin = noon("2029-01-01");
  const hours = [5, 3, 9, 1];
  const cids = await Promise.all(hours.map((hour) => makeContract(shop, "LMD", later(begin, hour), 3, renewed)));
  await notifyDueRenewals(later(addMonths(begin, 2), 24), { batchSize: 2 });
  const notices = await sql<{ cid: string }[]>`
    select subject_id as cid from events where world_id = ${shop.at(begin).world.id} and event_type = 'v2.contract.renewal.notification' order by id`;
  expect(notices.map(({ cid }) => hours[cids.indexOf(cid)])).toEqual([1, 3, 5, 9]);
});

test("a renewal that is rejected during its notice is either notified and then rejected, or only rejected", async () => {
  const shop: Shop = await openShop();
  const begin = noon("2030-01-01");
  const cids = await Promise.all(Array.from({ length: 30 }, () => makeContract(shop, "LMD", begin, 3, renewed)));
  const now = addMonths(begin, 2);
  const rejections = cids.map(async (cid) => amend(shop.at(now), cid, (await readCurrent(shop.at(now), cid)).arid, { rejected: true }));
  await Promise.all([...rejections, notifyDueRenewals(now, { batchSize: 2 }), notifyDueRenewals(now, { batchSize: 2 })]);
  for (const cid of cids) {
    const story = (await readStory(cid)).slice(2);
    expect([["renewal.rejected"], ["renewal.notification", "renewal.rejected"]]).toContainEqual(story);
    expect(await readCurrent(shop.at(now), cid)).toMatchObject({ rejected: true, notified: story.length === 2 });
  }
});
