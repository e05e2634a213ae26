import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import { create as createContract } from "#lib/insurance/contracts/create.ts";
import { createEquipped } from "#lib/insurance/products/create-partner.ts";
import { attach } from "#lib/insurance/renters/attach.ts";
import { registerRenter } from "#lib/insurance/renters/world.fixture.ts";

const staff = operatorContext("tests", new Date());
const newName = () => `partner ${randomUUID()}`;

async function contentsOf(partnerId: string) {
  const [counts] = await sql`
    select (select count(*)::int from renter_attachments a where a.world_id = w.id) as renters,
      (select count(*)::int from products p where p.world_id = w.id) as products
    from worlds w where w.partner_id = ${partnerId} order by environment`;
  return counts;
}

// rules/renters.md#attach-6
test("a new partner insures a bike of its catalogue in Development at once, and cannot attach the starter renter in production", async () => {
  const uid = `starter-${randomUUID()}`;
  const made = await Promise.all([createEquipped(staff, { name: newName() }, uid), createEquipped(staff, { name: newName() }, uid)]);
  for (const { id } of made) {
    const development = await enterWorld(staff, id, "development");
    const [product] = await sql<{ uid: string }[]>`
      select uid from products where world_id = ${development.world.id} and product_type = 'bike'`;
    const start = staff.now.getTime() + 3_600_000;
    const body = {
      uid,
      contract_type: "LCD",
      start_date: new Date(start).toISOString(),
      end_date: new Date(start + 86_400_000).toISOString(),
      options: ["break", "theft"],
      products: [{ product_id: product?.uid, data: { product_marked: "VELO-1", user_name: "Ada Martin" } }],
    };
    expect(await createContract(development, body, { preview: false })).toMatchObject({ uid });
    await expect(attach(development, { renter_id: uid })).rejects.toMatchObject({ errorName: "RENTER_ALREADY_ATTACHED" });
    await expect(attach(await enterWorld(staff, id, "production"), { renter_id: uid })).rejects.toMatchObject({
      errorName: "RENTER_UNKNOWN",
    });
  }
  expect(await sql`select from renters where uid = ${uid}`).toHaveLength(1);
});

// rules/renters.md#attach-6
test("products follow what the operator's starter renter may insure, and none makes an empty partner", async () => {
  const uid = await registerRenter({ productTypes: ["bike", "sports"] });
  expect(await contentsOf((await createEquipped(staff, { name: newName() }, uid)).id)).toEqual({ renters: 1, products: 1 });
  expect(await contentsOf((await createEquipped(staff, { name: newName() }, null)).id)).toEqual({ renters: 0, products: 0 });
});
