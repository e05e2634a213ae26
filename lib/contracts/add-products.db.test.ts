import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { addProducts } from "#lib/contracts/add-products.ts";
import { bike, makeContract, noon, openShop, readAll } from "#lib/renewals/shop.fixture.ts";

test("9003: nothing joins a contract whose renter is no longer attached to the key", async () => {
  const shop = await openShop();
  const start = noon("2027-01-10");
  const cid = await makeContract(shop, "LMD", start, 3);
  const ctx = shop.at(start);
  const before = await readAll(shop, cid, start);
  await sql`delete from renter_attachments where world_id = ${ctx.world.id} and renter_uid = ${shop.uid}`;
  for (const preview of [true, false]) {
    const added = addProducts(ctx, cid, { start_date: start.toISOString(), products: [bike()] }, { preview });
    await expect(added).rejects.toMatchObject({ errorName: "UNAUTHORIZED_USER", entry: { code: 9003 } });
  }
  expect(await readAll(shop, cid, start)).toEqual(before);
});
