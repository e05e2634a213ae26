import { beforeAll, describe, expect, test } from "vitest";
import { asPerson } from "#lib/account/users/users.fixture.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import { listAttached, listNames } from "#lib/insurance/renters/list.ts";
import { readForPortal } from "#lib/insurance/renters/read.ts";
import { sampleCompany } from "#lib/insurance/renters/renter.fixture.ts";
import { renterListQuery } from "#lib/insurance/renters/schema.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";

let own: ApiContext;
let foreign: ApiContext[];
let uid: string;

beforeAll(async () => {
  const [partner, stranger] = await Promise.all([makePartner(), makePartner()]);
  uid = await registerRenter({ contractTypes: ["LCD", "LMD"], productTypes: ["bike"] });
  own = partner.contexts.production;
  foreign = [partner.contexts.development, stranger.contexts.production];
  await attachOpened(own, uid);
});

describe("a renter in the portal", () => {
  test("has its company, its insurable products, its attachment date, and its contracts of this world by status", async () => {
    const sample = (status: ContractStatus) => ({ uid, contractType: "LCD" as const, status, test: false, createdAt: new Date() });
    await insertContracts(own.world.id, [sample("open"), sample("open"), sample("closed"), sample("cancel")]);
    await insertContracts(foreign[0]?.world.id ?? 0, [sample("open")]);
    expect(await readForPortal(own, uid)).toEqual({
      uid,
      name: sampleCompany.company_name,
      attached: {
        company: sampleCompany,
        contractTypes: ["LCD", "LMD"],
        productTypes: ["bike"],
        option: true,
        inclusion: false,
        timeZone: "Europe/Paris",
        at: own.now,
      },
      contracts: { open: 2, closed: 1, cancel: 1 },
      countedNewest: null,
    });
  });

  test("that is detached is shown with its name and its contracts only", async () => {
    const [former] = foreign as [ApiContext];
    expect(await readForPortal(former, uid)).toEqual({
      uid,
      name: sampleCompany.company_name,
      attached: null,
      contracts: { open: 1 },
      countedNewest: null,
    });
  });

  test("that a world never used does not exist there, registered or not", async () => {
    const { contexts } = await makePartner();
    for (const ctx of Object.values(contexts)) await expect(readForPortal(ctx, uid)).rejects.toThrow(NotFound);
    await expect(readForPortal(own, "nobody")).rejects.toThrow(NotFound);
  });

  test("is suggested in the worlds that it is attached to", async () => {
    expect(await listNames(own)).toEqual([{ uid, name: sampleCompany.company_name }]);
    for (const ctx of foreign) expect(await listNames(ctx)).toEqual([]);
  });

  test("is in a list from A to Z, in both directions", async () => {
    const { development: ctx } = (await makePartner()).contexts;
    const uids = (await Promise.all([1, 2, 3, 4, 5].map(() => registerRenter()))).toSorted();
    for (const one of uids.toReversed()) await attachOpened(ctx, one);
    const ask = (query: object) => listAttached(asPerson(ctx, "member"), renterListQuery.parse({ limit: "2", ...query }));
    const first = await ask({});
    const second = await ask({ before: first.older });
    const third = await ask({ before: second.older });
    const back = await ask({ after: third.newer });
    expect([first, second, third, back].map(({ rows }) => rows.map((row) => row.uid))).toEqual([
      uids.slice(0, 2),
      uids.slice(2, 4),
      uids.slice(4),
      uids.slice(2, 4),
    ]);
    expect([first.newer, third.older]).toEqual([null, null]);
  });
});
