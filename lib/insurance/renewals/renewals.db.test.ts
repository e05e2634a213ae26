import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { addProducts, amend as amendContract, end, removeProducts } from "#lib/insurance/contracts/change.ts";
import { amend, configure } from "#lib/insurance/renewals/configure.ts";
import { list } from "#lib/insurance/renewals/list.ts";
import { read, readCurrent } from "#lib/insurance/renewals/read.ts";
import { automaticRenewal, renewalPayload } from "#lib/insurance/renewals/schema.ts";
import {
  actOnAllAtOnce,
  bike,
  makeContract,
  noon,
  openShop,
  readAll,
  readEvents,
  readStory,
} from "#lib/insurance/renewals/shop.fixture.ts";
import { outcomesOf } from "#lib/insurance/renters/world.fixture.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const renewed = { automatic_renewal: true };
const applied = { preview: false };
const start = noon("2027-03-31");
const last = noon("2027-06-30");
const later = (date: Date, hours: number) => new Date(date.getTime() + hours * 3_600_000);

/** A contract of three months that began on 31 March. */
async function makeQuarter(changes: Record<string, unknown> = {}) {
  const shop = await openShop();
  const cid = await makeContract(shop, "LMD", start, 3, changes);
  return { shop, cid, ctx: shop.at(later(start, 1)) };
}

describe("POST of a renewal", () => {
  // rules/renewals.md#read-2
  test("creates it, reads back the same everywhere, and emits an event", async () => {
    const { shop, cid, ctx } = await makeQuarter();
    const renewal = await configure(ctx, cid, {});
    expect(automaticRenewal.parse(renewal)).toEqual(renewal);
    expect(renewal).toEqual({
      arid: expect.stringMatching(/^ar_[0-9A-Z]{26}$/),
      cid,
      default_application: false,
      applied: false,
      applied_at: null,
      use_notification: true,
      duration_months: 3,
      rejected: false,
      rejected_at: null,
      renewal_scheduled_for: last.toISOString(),
      notified: false,
      notified_at: null,
      notification_scheduled_for: noon("2027-05-30").toISOString(),
      extension: 0,
      next_cid: null,
      created_at: ctx.now.toISOString(),
      updated_at: ctx.now.toISOString(),
    });
    expect(await readCurrent(ctx, cid)).toEqual(renewal);
    expect(await read(ctx, cid, renewal.arid)).toEqual(renewal);
    expect(await list(ctx, cid)).toEqual([renewal]);
    const { type, data } = (await readEvents(cid))[1]!;
    const { arid, ...fields } = renewal;
    expect(type).toBe("v2.contract.renewal.enabled");
    expect(data).toEqual({ id: arid, uid: shop.uid, ...fields });
    expect(renewalPayload.parse(data)).toEqual(data);
  });

  test("changes the settings of the live one, and emits nothing if nothing changes", async () => {
    const { shop, cid, ctx } = await makeQuarter(renewed);
    const [before] = await list(ctx, cid);
    const changed = await configure(shop.at(later(start, 2)), cid, { duration_months: 12 });
    expect(changed).toEqual({ ...before, duration_months: 12, updated_at: later(start, 2).toISOString() });
    expect(await configure(shop.at(later(start, 3)), cid, { duration_months: 12 })).toEqual(changed);
    expect(await list(ctx, cid)).toEqual([changed]);
    expect(await readStory(cid)).toEqual(["created", "renewal.enabled", "renewal.updated"]);
  });

  test("makes a rejected one live again, and keeps whether it was created by default", async () => {
    const shop = await openShop(["renew_by_default"]);
    const cid = await makeContract(shop, "LLD", noon("2028-02-29"), 12);
    const ctx = shop.at(noon("2028-03-01"));
    const renewal = await readCurrent(ctx, cid);
    expect(renewal).toMatchObject({
      default_application: true,
      duration_months: 12,
      renewal_scheduled_for: noon("2029-02-28").toISOString(),
    });
    await amend(ctx, cid, renewal.arid, { rejected: true });
    const again = shop.at(noon("2028-03-02"));
    expect(await configure(again, cid, {})).toEqual({ ...renewal, updated_at: again.now.toISOString() });
    expect(await readStory(cid)).toEqual(["created", "renewal.enabled", "renewal.rejected", "renewal.enabled"]);
  });

  test("is dated after the change that was written before it, whichever was asked for first", async () => {
    const { shop, cid, ctx } = await makeQuarter(renewed);
    const { arid } = await readCurrent(ctx, cid);
    const written = [
      await amend(shop.at(later(start, 2)), cid, arid, { rejected: true }),
      await configure(ctx, cid, {}),
      await amend(ctx, cid, arid, { use_notification: false }),
    ];
    const dates = [0, 1, 2].map((ms) => new Date(later(start, 2).getTime() + ms).toISOString());
    expect(written.map(({ updated_at }) => updated_at)).toEqual(dates);
  });

  test("several times at once creates one", async () => {
    const { cid, ctx } = await makeQuarter();
    const results = await Promise.all(Array.from({ length: 8 }, () => configure(ctx, cid, {})));
    expect(new Set(results.map(({ arid }) => arid)).size).toBe(1);
    expect(await readStory(cid)).toEqual(["created", "renewal.enabled"]);
  });
});

describe("PATCH of a renewal", () => {
  test("changes, rejects and resumes it, each with its own event and the new state", async () => {
    const { shop, cid, ctx } = await makeQuarter(renewed);
    const { arid } = await readCurrent(ctx, cid);
    const bodies = [{ use_notification: false }, { rejected: true }, { rejected: true }, { rejected: false, duration_months: 6 }, {}];
    const answers = [];
    for (const [index, body] of bodies.entries()) answers.push(await amend(shop.at(later(start, 2 + index)), cid, arid, body));
    expect(answers).toMatchObject([
      { use_notification: false, rejected: false },
      { rejected: true, rejected_at: later(start, 3).toISOString() },
      { rejected: true, rejected_at: later(start, 3).toISOString(), updated_at: later(start, 3).toISOString() },
      { use_notification: false, rejected: false, rejected_at: null, duration_months: 6 },
      { updated_at: later(start, 5).toISOString() },
    ]);
    const newEvents = (await readEvents(cid)).slice(2);
    expect(newEvents.map(({ type }) => type.replace("v2.contract.renewal.", ""))).toEqual(["updated", "rejected", "resumed", "updated"]);
    expect(newEvents[1]?.data).toMatchObject({ id: arid, uid: shop.uid, rejected: true });
    expect(newEvents[2]?.data).toEqual(newEvents[3]?.data);
  });

  // rules/renewals.md#change-2
  test("answers the first of its errors: 1051, 5000, 5113, 5112, 1052, 51xx, 1010, 1002", async () => {
    const { shop, cid, ctx } = await makeQuarter(renewed);
    const [stranger, foreign] = [await openShop(), await makeQuarter(renewed)];
    const { arid } = await readCurrent(ctx, cid);
    const worst = { applied: true, nonsense: 1, duration_months: 99 };
    const nameOf = (...args: Parameters<typeof amend>) => outcomesOf([amend(...args)]);
    expect(await nameOf(stranger.at(start), cid, arid, worst)).toEqual(["CONTRACT_NOT_FOUND"]);
    expect(await nameOf(ctx, "nothing", arid, worst)).toEqual(["CONTRACT_NOT_FOUND"]);
    expect(await nameOf(ctx, cid, "nothing", worst)).toEqual(["RENEWAL_NOT_FOUND"]);
    expect(await nameOf(ctx, cid, (await readCurrent(foreign.ctx, foreign.cid)).arid, worst)).toEqual(["RENEWAL_NOT_FOUND"]);
    expect(await nameOf(ctx, cid, arid, worst)).toEqual(["RENEWAL_APPLIED_READ_ONLY"]);
    expect(await nameOf(ctx, cid, arid, { nonsense: 1, duration_months: 13 })).toEqual(["OPTION_NOT_ALLOWED"]);
    expect(await nameOf(ctx, cid, arid, { duration_months: 13 })).toEqual(["INVALID_PERIOD"]);
    expect(await nameOf(shop.at(last), cid, arid, worst)).toEqual(["RENEWAL_CONTRACT_OVER"]);
    await end(ctx, cid, undefined, applied);
    expect(await nameOf(ctx, cid, arid, worst)).toEqual(["CONTRACT_NOT_OPEN"]);
    const next = await makeContract(shop, "LMD", start, 3);
    await sql`update automatic_renewals set applied_at = now(), dropped_at = null, next_cid = ${next} where arid = ${arid}`;
    expect(await nameOf(shop.at(last), cid, arid, worst)).toEqual(["RENEWAL_ALREADY_APPLIED"]);
  });

  test("loses no concurrent change", async () => {
    const { cid, ctx } = await makeQuarter(renewed);
    const { arid } = await readCurrent(ctx, cid);
    await Promise.all([
      amend(ctx, cid, arid, { rejected: true }),
      amend(ctx, cid, arid, { duration_months: 7 }),
      configure(ctx, cid, { use_notification: false }),
    ]);
    expect(await readCurrent(ctx, cid)).toMatchObject({ duration_months: 7, use_notification: false });
  });
});

describe("during a change of the contract", () => {
  /** Starts a call while a transaction moves the contract's end, and commits that once the call waits. */
  async function callMeanwhile<T>(cid: string, change: string, call: () => Promise<T>): Promise<T> {
    const other = await sql.reserve();
    try {
      await other`begin`;
      await other.unsafe(`update contracts set ${change} where cid = '${cid}'`);
      const answer = call();
      const isWaiting = async () => {
        const [row] =
          await other`select count(*)::int as waiting from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`;
        return row?.["waiting"] === 1;
      };
      await Promise.race([answer, waitUntil(isWaiting)]);
      await other`commit`;
      return await answer;
    } finally {
      other.release();
    }
  }

  test("a call waits, and decides by the changed contract", async () => {
    const { cid, ctx } = await makeQuarter();
    const moved = noon("2027-08-31").toISOString();
    const made = await callMeanwhile(cid, `end_date = '${moved}'`, () => configure(ctx, cid, {}));
    expect(made).toMatchObject({ renewal_scheduled_for: moved, duration_months: 5 });
    const rejected = await callMeanwhile(cid, "status = 'cancel'", () => outcomesOf([amend(ctx, cid, made.arid, { rejected: true })]));
    expect(rejected).toEqual(["CONTRACT_NOT_OPEN"]);
  });

  test("a bulk action waits, and decides by the changed contract", async () => {
    const shop = await openShop(["bulk_renewals"]);
    const [gone, kept] = [await makeContract(shop, "LMD", start, 3), await makeContract(shop, "LMD", start, 3)];
    const added = await callMeanwhile(gone, "status = 'cancel'", () => actOnAllAtOnce(shop.at(start), { add_to_all_contracts: true }));
    expect(added.map(({ cid }) => cid)).toEqual([kept]);
  });
});

describe("reading renewals answers", () => {
  test("1051 for a contract of another world as for one that does not exist, and 5000 for a renewal of another contract", async () => {
    const [{ cid, ctx }, other, stranger] = [await makeQuarter(renewed), await makeQuarter(renewed), (await openShop()).at(start)];
    const { arid } = await readCurrent(ctx, cid);
    for (const contract of [cid, "nothing"]) {
      const calls = [
        read(stranger, contract, arid),
        readCurrent(stranger, contract),
        list(stranger, contract),
        configure(stranger, contract, {}),
      ];
      expect(await outcomesOf(calls)).toEqual(Array.from({ length: 4 }, () => "CONTRACT_NOT_FOUND"));
    }
    await expect(read(other.ctx, other.cid, arid)).rejects.toMatchObject({ errorName: "RENEWAL_NOT_FOUND" });
  });

  // rules/renewals.md#read-1
  test("5000 for the current renewal of a contract without one, and no history", async () => {
    const { cid, ctx } = await makeQuarter();
    await expect(readCurrent(ctx, cid)).rejects.toMatchObject({ errorName: "RENEWAL_NOT_FOUND" });
    expect(await list(ctx, cid)).toEqual([]);
  });
});

describe("a renewal follows its contract", () => {
  // rules/renewals.md#change-4
  test("to its new end without an event", async () => {
    const { cid, ctx } = await makeQuarter(renewed);
    await amendContract(ctx, cid, { end_date: noon("2027-08-31").toISOString() }, applied);
    expect(await readCurrent(ctx, cid)).toMatchObject({
      renewal_scheduled_for: noon("2027-08-31").toISOString(),
      notification_scheduled_for: noon("2027-07-31").toISOString(),
      updated_at: ctx.now.toISOString(),
    });
    expect(await readStory(cid)).toEqual(["created", "renewal.enabled", "updated"]);
  });

  test("to its new end even if it was rejected", async () => {
    const { cid, ctx } = await makeQuarter(renewed);
    const { arid } = await readCurrent(ctx, cid);
    await amend(ctx, cid, arid, { rejected: true });
    await amendContract(ctx, cid, { end_date: noon("2027-08-31").toISOString() }, applied);
    expect(await readCurrent(ctx, cid)).toMatchObject({ rejected: true, renewal_scheduled_for: noon("2027-08-31").toISOString() });
  });

  test("but stays unchanged if the contract keeps its end, or if the change is a preview", async () => {
    const { shop, cid, ctx } = await makeQuarter({ ...renewed, products: [bike(), bike()] });
    const before = await readCurrent(ctx, cid);
    const [first = "", second = ""] = Object.keys((await readAll(shop, cid, start)).contract.products);
    const added = { start_date: later(start, 2).toISOString(), products: [bike()] };
    await amendContract(ctx, cid, { end_date: noon("2027-08-31").toISOString() }, { preview: true });
    await end(ctx, cid, undefined, { preview: true });
    await amendContract(ctx, cid, { products: { [first]: { user_name: "Grace" } } }, applied);
    await removeProducts(ctx, cid, { reason: "sold", products: [second] }, applied);
    await addProducts(ctx, cid, added, applied);
    expect(await list(ctx, cid)).toEqual([before]);
  });

  type Act = (ctx: ApiContext, cid: string, cpid: string) => Promise<unknown>;
  const [early, day] = [later(start, 2), later(start, 48)];
  const planned = { reason: "sold", end_date: noon("2027-05-01").toISOString() };
  test.each<[string, Date, ErrorName, Act]>([
    ["that is cancelled", early, "CONTRACT_NOT_OPEN", (ctx, cid) => end(ctx, cid, undefined, applied)],
    ["that is terminated", day, "RENEWAL_CONTRACT_OVER", (ctx, cid) => end(ctx, cid, { reason: "sold" }, applied)],
    ["that is to be terminated", day, "CONTRACT_NOT_OPEN", (ctx, cid) => end(ctx, cid, planned, applied)],
    [
      "whose last product is cancelled",
      early,
      "CONTRACT_NOT_OPEN",
      (ctx, cid, cpid) => removeProducts(ctx, cid, { reason: "sold", products: [cpid] }, applied),
    ],
    [
      "whose last product is removed",
      day,
      "RENEWAL_CONTRACT_OVER",
      (ctx, cid, cpid) => removeProducts(ctx, cid, { reason: "sold", products: [cpid] }, applied),
    ],
    [
      "whose last product is to be removed",
      day,
      "CONTRACT_NOT_OPEN",
      (ctx, cid, cpid) => removeProducts(ctx, cid, { ...planned, products: [cpid] }, applied),
    ],
  ])("%s, and is deleted: no current one, no change, no new one; the history stays", async (_what, now, error, act) => {
    const { shop, cid } = await makeQuarter(renewed);
    const ctx = shop.at(now);
    const before = await readCurrent(ctx, cid);
    const [cpid = ""] = Object.keys((await readAll(shop, cid, now)).contract.products);
    await act(ctx, cid, cpid);
    expect(await outcomesOf([amend(ctx, cid, before.arid, { rejected: true })])).toEqual([error]);
    expect(await outcomesOf([readCurrent(ctx, cid)])).toEqual(["RENEWAL_NOT_FOUND"]);
    expect(await outcomesOf([configure(ctx, cid, {})])).toEqual(["CONTRACT_NOT_OPEN"]);
    expect(await list(ctx, cid)).toEqual([{ ...before, updated_at: now.toISOString() }]);
  });
});
