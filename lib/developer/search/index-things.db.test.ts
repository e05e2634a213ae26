import { beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { findEntries } from "#lib/account/search/find.ts";
import { insertCalls } from "#lib/developer/calls/calls.fixture.ts";
import { expireCalls } from "#lib/developer/calls/expire.ts";
import { beginRepair, indexThings, readRepair } from "#lib/developer/search/index-things.ts";
import { insertSampleClaim } from "#lib/insurance/claims/claims.fixture.ts";
import { insertContracts } from "#lib/insurance/contracts/contracts.fixture.ts";
import type { StoredContract } from "#lib/insurance/contracts/contracts.fixture.ts";
import { create } from "#lib/insurance/products/change.ts";
import { sampleBody } from "#lib/insurance/products/rules/product.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

await useOwnDatabase();

const now = currentTime();
let worldId: number;
let contracts: StoredContract[];
let product: string;
let renter: string;

const find = async (typed: string) =>
  (await findEntries({ kinds: ["contracts", "claims", "products", "renters", "calls"], typed, scope: worldId, most: 600 })).map(
    ({ id }) => id,
  );
const marks = async () => (await sql`select from search_marks`).length;

beforeAll(async () => {
  const { contexts } = await makePartner();
  const { world } = contexts.development;
  worldId = world.id;
  renter = await registerRenter();
  await attachOpened(contexts.development, renter);
  product = (await create(contexts.development, { ...sampleBody, uid: "bike-1" })).product_id;
  const sample = { uid: renter, contractType: "LCD", status: "open", test: true } as const;
  const created = Array.from({ length: 450 }, (_none, index) => ({ ...sample, createdAt: new Date(now.getTime() - index * 60_000) }));
  contracts = await insertContracts(worldId, created, { productId: product });
  await indexThings(now);
});

// rules/search.md#find-9
test("a change is found after the next run, with all that it concerns, and leaves no mark behind", async () => {
  const { cid, cpid } = contracts[0] ?? { cid: "", cpid: "" };
  const claim = await insertSampleClaim(worldId, { cid, cpid });
  await sql`update contracts set individual = '{"first_name": "Zoé", "last_name": "Quatremère"}' where cid = ${cid}`;
  expect(await find("quatremere")).toEqual([]);
  await indexThings(now);
  expect(await find("quatremere")).toEqual([cid, claim.id]);
  expect(await marks()).toBe(0);
});

test("a change that concerns no entry leaves no mark, and a creation leaves one", async () => {
  const { cid } = contracts[1] ?? { cid: "" };
  await sql`update contracts set status = 'closed', revision = revision + 1 where cid = ${cid}`;
  await sql`update contract_products set status = 'closed' where cid = ${cid}`;
  expect(await marks()).toBe(0);
  await insertContracts(worldId, [{ uid: renter, contractType: "LCD", status: "open", test: true, createdAt: now }], {
    productId: product,
  });
  expect(await marks()).toBe(1);
  await indexThings(now);
});

test("all contracts of a renamed product and rental company are found by the new name, and none by the old", async () => {
  const [before] = await sql<{ title: string }[]>`select title from products where id = ${product}`;
  await sql`update products set title = 'Xylophone' where id = ${product}`;
  await sql`update renters set company = jsonb_set(company, '{company_name}', '"Vélos Ypsilon"') where uid = ${renter}`;
  await indexThings(now);
  // With the claim, and with the product or the rental company itself.
  const all = contracts.length + 3;
  for (const typed of ["xylophone", "ypsilon"]) expect(await find(typed), typed).toHaveLength(all);
  expect(await find(before?.title ?? "")).toEqual([]);
});

test("what is deleted is not found", async () => {
  const [gone] = await insertContracts(worldId, [{ uid: "other", contractType: "LCD", status: "open", test: true, createdAt: now }]);
  await indexThings(now);
  expect(await find(gone?.cid ?? "none")).toEqual([gone?.cid]);
  for (const table of ["premium_entries", "contract_products"]) await sql`delete from ${sql(table)} where cid = ${gone?.cid ?? ""}`;
  await sql`delete from contracts where cid = ${gone?.cid ?? ""}`;
  await indexThings(now);
  expect(await find(gone?.cid ?? "none")).toEqual([]);
});

test("only refused calls have entries, by what their bodies name, and until their days expire", async () => {
  const body = JSON.stringify({ product_marked: "QZ-771", individual: { last_name: "Éloïse" }, note: "elsewhere" });
  const headers = [["Idempotency-Key", "booking-31"]] as const;
  const at = new Date(now.getTime() - 60_000);
  const [refused, accepted] = await insertCalls(worldId, [
    { at, status: 400, requestBody: body, requestHeaders: headers },
    { at, status: 201, requestBody: body, requestHeaders: headers },
  ]);
  await indexThings(now);
  for (const typed of ["qz771", "eloise", "booking-31", refused?.executionId ?? ""]) {
    expect(await find(typed), typed).toEqual([refused?.executionId]);
  }
  for (const typed of ["elsewhere", accepted?.executionId ?? ""]) expect(await find(typed), typed).toEqual([]);
  await expireCalls(new Date(now.getTime() + 100 * 86_400_000));
  expect(await find("qz771")).toEqual([]);
});

test("while another instance writes entries, a run leaves its marks to the next one", async () => {
  await sql`update products set title = 'Theremin' where id = ${product}`;
  await sql.begin(async (other) => {
    await other`select pg_advisory_xact_lock(hashtext('covergate search'))`;
    await indexThings(now);
    expect(await find("theremin")).toEqual([]);
  });
  await indexThings(now);
  expect(await find("theremin")).toContain(product);
});

// rules/search.md#find-9
test("a repair writes what is missing and deletes what is stray, says how far it is, and goes on where it was stopped", async () => {
  const count = async () => (await sql`select from search_entries where world_id = ${worldId}`).length;
  const complete = await count();
  await sql`delete from search_entries where world_id = ${worldId} and kind <> 'products'`;
  await sql`insert into search_entries (kind, id, world_id, at, block, text, trigrams) values ('contracts', 'gone', ${worldId}, now(), 1, '', '{}')`;
  await beginRepair(now);
  const stop = new AbortController();
  const stopped = indexThings(now, { signal: stop.signal });
  stop.abort();
  await stopped;
  expect(await readRepair()).toMatchObject({ finishedAt: null });
  await indexThings(now);
  const repair = await readRepair();
  expect(repair?.finishedAt).toEqual(now);
  expect(repair?.entries).toBeGreaterThanOrEqual(complete);
  expect(await count()).toBe(complete);
});
