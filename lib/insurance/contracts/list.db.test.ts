import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { indexNow } from "#lib/developer/search/search.fixture.ts";
import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import type { SampleContract, StoredContract } from "#lib/insurance/contracts/contracts.fixture.ts";
import { statusNames } from "#lib/insurance/contracts/list-filters.ts";
import type { contractFilters } from "#lib/insurance/contracts/list-filters.ts";
import { listForPortal } from "#lib/insurance/contracts/list.ts";
import type { ContractRow } from "#lib/insurance/contracts/list.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import type { FilterValues } from "#lib/platform/lists/portal-lists.ts";
import { endOfDay, startOfDay } from "#lib/platform/time/calendar.ts";

type Filter = FilterValues<typeof contractFilters>;

const hour = 3_600_000;
const newest = Date.parse("2027-03-01T12:00:00.000Z");

let world: World;
let otherEnvironment: World;
let stranger: World;
let uids: string[];
let stored: StoredContract[];

beforeAll(async () => {
  const [partner, other] = await Promise.all([makePartner(), makePartner()]);
  const renters = await Promise.all([registerRenter(), registerRenter(), registerRenter()]);
  uids = renters;
  for (const uid of renters) await attachOpened(partner.contexts.production, uid);
  await attachOpened(partner.contexts.development, renters[0]);
  await attachOpened(other.contexts.production, renters[0]);
  [world, otherEnvironment, stranger] = [partner.worlds.production, partner.worlds.development, other.worlds.production];
  stored = await insertContracts(world.id, samplesFor(240));
  await insertContracts(otherEnvironment.id, samplesFor(40));
  await insertContracts(stranger.id, samplesFor(40));
  await indexNow();
});

/** Every status with every type and renter, spread over ten days. */
function samplesFor(count: number): SampleContract[] {
  return Array.from({ length: count }, (_none, index) => ({
    uid: uids[Math.floor(index / 12) % uids.length]!,
    contractType: contractTypes[Math.floor(index / 4) % contractTypes.length]!,
    status: statusNames[index % statusNames.length]!,
    test: index % 7 === 0,
    createdAt: new Date(newest - index * hour),
  }));
}

/** Sample contracts cover a week. */
function isCoveredOn({ status, createdAt }: StoredContract, day: string): boolean {
  const end = new Date(createdAt.getTime() + 7 * 24 * hour);
  return status !== "cancel" && createdAt < endOfDay(day, "Europe/Paris") && end > startOfDay(day, "Europe/Paris");
}

/** The expected result of a filter, written naively. */
function fits(contract: StoredContract, { status, type, renter, test: isTest, from, to, search, coveredOn }: Filter): boolean {
  return (
    (status === undefined || status.length === 0 || status.includes(contract.status)) &&
    (type === undefined || type.length === 0 || type.includes(contract.contractType)) &&
    (renter === undefined || contract.uid === renter) &&
    (isTest === undefined || contract.test === isTest) &&
    (coveredOn === undefined || isCoveredOn(contract, coveredOn)) &&
    (from === undefined || contract.createdAt >= from) &&
    (to === undefined || contract.createdAt < to) &&
    (search === undefined || [contract.cid, contract.cpid].includes(search))
  );
}

const cidsOf = (rows: readonly Pick<ContractRow, "cid">[]) => rows.map(({ cid }) => cid);

// Each filter is absent half of the time, so that results are not always empty.
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined, freq: 2 });
const moments = fc.integer({ min: -2, max: 250 }).map((hours) => new Date(newest - hours * hour));
const filters = (): fc.Arbitrary<Filter> =>
  fc.record({
    status: optional(fc.array(fc.constantFrom(...statusNames), { maxLength: 4 })),
    type: optional(fc.subarray([...contractTypes])),
    renter: optional(fc.constantFrom(...uids, "nobody")),
    test: optional(fc.boolean()),
    coveredOn: optional(fc.constantFrom("2027-02-12", "2027-02-19", "2027-02-20", "2027-02-25", "2027-03-01", "2027-03-08", "2028-01-01")),
    from: optional(moments),
    to: optional(moments),
    search: optional(optional(fc.constantFrom("nothing", ...stored.slice(0, 20).flatMap(({ cid, cpid }) => [cid, cpid])))),
  });

/** All pages of a filter, forward and backward. */
async function walk(filter: Filter, limit: number): Promise<{ down: string[]; up: string[] }> {
  const pages = [await listForPortal({ world }, { ...filter, limit })];
  for (let last = pages[0]!; last.older !== null; last = pages.at(-1)!) {
    pages.push(await listForPortal({ world }, { ...filter, limit, before: last.older }));
  }
  let page = pages.at(-1)!;
  const up = [cidsOf(page.rows)];
  while (page.newer !== null) {
    page = await listForPortal({ world }, { ...filter, limit, after: page.newer });
    up.unshift(cidsOf(page.rows));
  }
  return { down: pages.flatMap(({ rows }) => cidsOf(rows)), up: up.flat() };
}

describe("the list of contracts", () => {
  test("has exactly the matching contracts, newest first, for any page length in both directions", async () => {
    await fc.assert(
      fc.asyncProperty(filters(), fc.integer({ min: 20, max: 100 }), async (filter, limit) => {
        const expected = cidsOf(stored.filter((contract) => fits(contract, filter)))
          .toSorted()
          .toReversed();
        expect(await walk(filter, limit)).toEqual({ down: expected, up: expected });
      }),
      { numRuns: 25 },
    );
  });

  // rules/search.md#lists-2
  test.each(["Europe/Paris", "Pacific/Auckland", "America/Havana", "Indian/Reunion", "Pacific/Marquesas"])(
    "has a contract on each local day of its cover, and on no other, in %s",
    async (zone) => {
      const { worlds } = await makePartner();
      const sample = { uid: uids[0]!, contractType: "LCD", status: "open", test: false } as const;
      const [contract] = await insertContracts(worlds.production.id, [{ ...sample, createdAt: startOfDay("2027-03-14", zone) }]);
      // To the first moment of a day, and to the last one of the day before. Havana has no midnight on 14 March 2027.
      const first = startOfDay("2027-03-14", zone);
      const midnight = startOfDay("2027-03-28", zone);
      await sql`update contracts set time_zone = ${zone}, start_date = ${first}, end_date = ${midnight} where cid = ${contract?.cid ?? ""}`;
      const isListed = async (coveredOn: string) =>
        (await listForPortal({ world: worlds.production }, { coveredOn, limit: 25 })).rows.length > 0;
      const days = ["2027-03-13", "2027-03-14", "2027-03-20", "2027-03-27", "2027-03-28"];
      expect(await Promise.all(days.map(isListed))).toEqual([false, true, true, true, false]);
    },
  );

  test("neither loses nor repeats a contract while others are made", async () => {
    const uid = uids[0]!;
    const { worlds, contexts } = await makePartner();
    await attachOpened(contexts.production, uid);
    const ofWorld = { world: worlds.production };
    const sample = (at: number): SampleContract => ({ uid, contractType: "LCD", status: "open", test: false, createdAt: new Date(at) });
    const first = await insertContracts(
      worlds.production.id,
      Array.from({ length: 25 }, (_none, index) => sample(newest + index)),
    );
    const seen: string[] = [];
    let page = await listForPortal(ofWorld, { limit: 4 });
    for (let step = 1; page.older !== null; step += 1) {
      seen.push(...cidsOf(page.rows));
      await insertContracts(worlds.production.id, [sample(newest + 100 + step)]);
      page = await listForPortal(ofWorld, { limit: 4, before: page.older });
    }
    seen.push(...cidsOf(page.rows));
    expect(seen).toEqual(cidsOf(first).toReversed());
    let added = 0;
    while (page.newer !== null) {
      page = await listForPortal(ofWorld, { limit: 4, after: page.newer });
      added += page.rows.filter(({ cid }) => !seen.includes(cid)).length;
    }
    expect(added).toBe(6);
  });

  test("shows each contract with its renter, its premium and its products", async () => {
    const { rows } = await listForPortal({ world }, { limit: 1 });
    const contract = stored[0]!;
    const { cid, uid, contractType, status, test: isTest, createdAt } = contract;
    expect(rows).toEqual([
      {
        ...{ cid, uid, contractType, status, test: isTest, createdAt },
        renter: sampleCompany.company_name,
        startDate: createdAt,
        endDate: new Date(createdAt.getTime() + 7 * 24 * hour),
        priceCents: 1234,
        products: 1,
        subject: { product: "Moustache Lundi 27", marking: "BC-12345", customer: null },
      },
    ]);
  });

  test("finds a contract by its cid in any case, and no contract of another partner", async () => {
    const { cid, cpid } = stored[5]!;
    expect(cidsOf((await listForPortal({ world }, { limit: 50, search: cid.toLowerCase() })).rows)).toEqual([cid]);
    for (const foreign of [otherEnvironment, stranger]) {
      for (const search of [cid, cpid]) expect((await listForPortal({ world: foreign }, { limit: 50, search })).rows).toEqual([]);
    }
  });
});
