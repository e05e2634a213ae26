import { beforeAll, expect, test } from "vitest";
import { findContract } from "#lib/contracts/find.ts";
import { makeContract, openShop } from "#lib/renewals/shop.fixture.ts";
import type { Shop } from "#lib/renewals/shop.fixture.ts";

let shops: [Shop, Shop];
let cids: [string, string];

beforeAll(async () => {
  shops = [await openShop(), await openShop()];
  cids = [await makeContract(shops[0], "LLD", new Date(), 12), await makeContract(shops[1], "LLD", new Date(), 12)];
});

test("contracts that are asked for at once are read together, and nobody is given another world's", async () => {
  const [ours, theirs] = [shops[0].at(new Date()).world, shops[1].at(new Date()).world];
  const asked = [
    findContract(ours, cids[0]),
    findContract(ours, cids[1]),
    findContract(theirs, cids[1]),
    findContract(theirs, cids[0]),
    findContract(ours, "01JD3W7Q8ZK5T9V0XR2M4N6P8A"),
    // What arrays are written with in Postgres.
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

test("who asked for the same contract at once has one of their own to change", async () => {
  const world = shops[0].at(new Date()).world;
  const [one, other] = await Promise.all([findContract(world, cids[0]), findContract(world, cids[0])]);
  expect(one).toEqual(other);
  expect(one).not.toBe(other);
  expect(one?.products).not.toBe(other?.products);
});
