import { beforeAll, describe, expect, test } from "vitest";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import { readRenewalHistory } from "#lib/developer/events/read-for-portal.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { end } from "#lib/insurance/contracts/change.ts";
import { readForPortal as readContract } from "#lib/insurance/contracts/read.ts";
import { amend } from "#lib/insurance/renewals/configure.ts";
import type { renewalFilters } from "#lib/insurance/renewals/list-filters.ts";
import { listForPortal } from "#lib/insurance/renewals/list.ts";
import { readForPortal } from "#lib/insurance/renewals/read.ts";
import { makeContract, noon, openShop, runJobs } from "#lib/insurance/renewals/shop.fixture.ts";
import type { Shop } from "#lib/insurance/renewals/shop.fixture.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { makePartner } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import type { FilterValues } from "#lib/platform/lists/portal-lists.ts";

await useOwnDatabase();

const began = noon("2027-01-31");
const now = noon("2027-03-15");
let shop: Shop;
let cids: Record<"applied" | "rejected" | "lapsed" | "dropped" | "soon" | "late", string>;
let nextCid: string;

beforeAll(async () => {
  shop = await openShop();
  const make = (months: number) => makeContract(shop, "LMD", began, months, { automatic_renewal: true });
  cids = {
    applied: await make(1),
    rejected: await make(4),
    lapsed: await make(1),
    dropped: await make(3),
    soon: await makeContract(shop, "LMD", noon("2027-02-01"), 2, { automatic_renewal: true }),
    late: await make(5),
  };
  for (const cid of [cids.rejected, cids.lapsed]) await reject(cid);
  await end(shop.at(noon("2027-02-10")), cids.dropped, { reason: "Sold." }, { preview: false });
  for (const day of ["2027-02-05", "2027-02-28"]) await runJobs(noon(day));
  nextCid = (await readContract(shop.at(now), cids.applied)).renewals[0]?.nextCid ?? "";
  await indexNow();
});

async function reject(cid: string): Promise<void> {
  const { renewals } = await readContract(shop.at(began), cid);
  await amend({ ...shop.at(noon("2027-02-01")), executionId: newId("exec") }, cid, renewals[0]?.arid ?? "", { rejected: true });
}

const listed = async (query: FilterValues<typeof renewalFilters>) =>
  (await listForPortal(shop.at(now), { limit: 50, ...query })).rows.map(({ cid }) => cid);

describe("the list of renewals", () => {
  test("starts with the next one to come, and lists past ones the latest first", async () => {
    const { applied, rejected, lapsed, dropped, soon, late } = cids;
    expect(await listed({})).toEqual([nextCid, soon, late]);
    expect(await listed({ state: ["scheduled"] })).toEqual([nextCid, soon, late]);
    expect(await listed({ state: ["rejected"] })).toEqual([rejected, lapsed]);
    expect(await listed({ state: ["applied"] })).toEqual([applied]);
    expect(await listed({ state: ["dropped"] })).toEqual([dropped]);
    expect((await listed({ state: ["all"] })).toSorted()).toEqual([...Object.values(cids), nextCid].toSorted());
  });

  test("is narrowed to a range of days", async () => {
    const days = { from: noon("2027-03-20"), to: noon("2027-04-02") };
    expect(await listed(days)).toEqual([nextCid, cids.soon]);
    expect(await listed({ ...days, state: ["all"] })).toEqual([nextCid, cids.soon].toReversed());
  });

  test("finds a renewal by its identifier, its contract, or the contract that it created, in any state", async () => {
    const [renewal] = (await readContract(shop.at(now), cids.applied)).renewals;
    for (const search of [renewal?.arid ?? "", cids.applied]) expect(await listed({ search })).toEqual([cids.applied]);
    expect((await listed({ search: nextCid })).toSorted()).toEqual([cids.applied, nextCid].toSorted());
    expect(await listed({ search: cids.applied, state: ["dropped"] })).toEqual([]);
    expect(await listed({ search: "nothing" })).toEqual([]);
  });

  test.each(["scheduled", "all"] as const)("filtered by %s is the same page by page, in both directions", async (state) => {
    const whole = await listed({ state: [state] });
    const ctx = shop.at(now);
    let page = await listForPortal(ctx, { state: [state], limit: 2 });
    const down = [...page.rows];
    while (page.older !== null) {
      page = await listForPortal(ctx, { state: [state], limit: 2, before: page.older });
      down.push(...page.rows);
    }
    expect(down.map(({ cid }) => cid)).toEqual(whole);
    const up = [...page.rows];
    while (page.newer !== null) {
      page = await listForPortal(ctx, { state: [state], limit: 2, after: page.newer });
      up.unshift(...page.rows);
    }
    expect(up.map(({ cid }) => cid)).toEqual(whole);
  });

  test("is empty in every other world", async () => {
    const { contexts } = await makePartner();
    for (const foreign of Object.values(contexts)) {
      for (const query of [{ state: ["all" as const] }, { search: cids.soon }]) {
        expect((await listForPortal(foreign, { limit: 50, ...query })).rows).toEqual([]);
      }
    }
  });
});

test("paging through the renewals neither loses nor repeats one while others are made", async () => {
  const own = await openShop();
  const ctx = own.at(now);
  const make = (months: number) => makeContract(own, "LMD", now, months, { automatic_renewal: true });
  const before: string[] = [];
  for (const months of [1, 2, 2, 3, 4, 5]) before.push(await make(months));
  const seen: string[] = [];
  let page = await listForPortal(ctx, { limit: 2 });
  for (;;) {
    seen.push(...page.rows.map(({ cid }) => cid));
    if (page.older === null) break;
    await make(1);
    await make(5);
    page = await listForPortal(ctx, { limit: 2, before: page.older });
  }
  expect(seen.slice(0, before.length)).toEqual(before);
  expect(new Set(seen).size).toBe(seen.length);
});

describe("a renewal in the portal", () => {
  test("has its contract, its renter and its outcome", async () => {
    const { renewals } = await readContract(shop.at(now), cids.applied);
    const renewal = await readForPortal(shop.at(now), renewals[0]?.arid ?? "");
    expect(renewal).toMatchObject({
      cid: cids.applied,
      nextCid,
      state: "applied",
      uid: shop.uid,
      renter: sampleCompany.company_name,
      contractType: "LMD",
      durationMonths: 1,
      extension: 0,
      appliedAt: noon("2027-02-28"),
    });
    expect(renewals).toEqual([renewal]);
    expect(await readContract(shop.at(now), nextCid)).toMatchObject({
      origin: { arid: renewal.arid, cid: cids.applied },
      renewals: [{ state: "scheduled", extension: 1, nextCid: null }],
    });
  });

  test("has its own history, with the call that rejected it and the contract that it created", async () => {
    const told = async (cid: string) => {
      const { renewals } = await readContract(shop.at(now), cid);
      const { events } = await readRenewalHistory(asPerson(shop.at(now), "owner"), renewals[0]?.arid ?? "", {});
      return events.map(({ eventType, executionId }) => [eventType.replace("v2.contract.", ""), executionId?.slice(0, 4) ?? null]);
    };
    expect(await told(cids.lapsed)).toEqual([
      ["renewal.rejected", "exec"],
      ["renewal.enabled", "exec"],
    ]);
    expect(await told(cids.applied)).toEqual([
      ["renewed", null],
      ["renewal.notification", null],
      ["renewal.enabled", "exec"],
    ]);
    expect(await told(nextCid)).toEqual([["renewal.enabled", null]]);
  });

  test("of another environment or partner does not exist, and neither does its history", async () => {
    const { contexts } = await makePartner();
    const [renewal] = (await readContract(shop.at(now), cids.soon)).renewals;
    for (const foreign of Object.values(contexts)) {
      const ctx = asPerson(foreign, "owner");
      await expect(readForPortal(ctx, renewal?.arid ?? "")).rejects.toThrow(NotFound);
      await expect(readRenewalHistory(ctx, renewal?.arid ?? "", {})).rejects.toThrow(NotFound);
    }
  });
});
