import { expect, inject, test } from "vitest";
import { sql } from "#db/client.ts";
import { pathOf, succeed } from "#e2e/api/client.ts";
import { lmd } from "#e2e/api/samples.ts";
import { makeShop } from "#e2e/api/world.ts";
import type { Shop } from "#e2e/api/world.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { createContract } from "#lib/insurance/contracts/endpoints.ts";
import { actOnAllRenewals } from "#lib/insurance/renewals/endpoints.ts";

const copies = 12_000;
const body = { add_to_all_contracts: true };

/** A shop with so many contracts that their renewals do not fit into one answer's buffers. */
async function makeCrowd(): Promise<Shop> {
  const shop = await makeShop({ features: ["bulk_renewals"] });
  const { cid = "" } = await succeed(shop.key, createContract, { body: lmd(shop.uid) });
  await sql`
    insert into contracts select (jsonb_populate_record(c, jsonb_build_object('cid', left(c.cid, 18) || lpad(n::text, 8, '0')))).*
    from contracts c, generate_series(1, ${copies}) n where c.cid = ${cid}`;
  return shop;
}

async function countRenewals({ world }: Shop): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from automatic_renewals a join contracts c on c.cid = a.cid where c.world_id = ${world.id}`;
  return row?.count ?? 0;
}

test("a bulk action answers every changed renewal, however many there are", async () => {
  const shop = await makeCrowd();
  const added = await succeed(shop.key, actOnAllRenewals, { body });
  expect(new Set(added.map(({ cid }) => cid)).size).toBe(copies + 1);
  expect(await countRenewals(shop)).toBe(copies + 1);
  expect(await succeed(shop.key, actOnAllRenewals, { body })).toEqual([]);
});

test("a bulk action finishes though the client disconnects midway", async () => {
  const shop = await makeCrowd();
  const leaving = new AbortController();
  const response = await fetch(`${inject("baseUrl")}${pathOf(actOnAllRenewals, {})}`, {
    method: "POST",
    headers: { key: shop.key, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  leaving.abort();
  await expect(response.text()).rejects.toThrow("aborted");
  await waitUntil(async () => (await countRenewals(shop)) === copies + 1);
});
