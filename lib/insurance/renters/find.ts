import { sql } from "#db/client.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { AttachedRenter } from "#lib/insurance/renters/renter.ts";

/** Undefined for a renter that is not attached to this world (rules/contracts.md#create-4). */
export async function findAttached(world: World, uid: string): Promise<AttachedRenter | undefined> {
  const [renter] = await sql<AttachedRenter[]>`
    select r.uid, r.company, r.contract_types, r.product_types,
      r.option, r.inclusion, r.time_zone
    from renter_attachments a join renters r on r.uid = a.renter_uid
    where a.world_id = ${world.id} and a.renter_uid = ${uid}`;
  return renter;
}

/** The types that an attached renter may insure; every type while none is attached. */
export async function findUsableProductTypes(world: World): Promise<ProductType[]> {
  const rows = await sql<{ type: ProductType }[]>`
    select type from unnest(${productTypeNames}::text[]) as type
    where exists (select from renter_attachments a join renters r on r.uid = a.renter_uid where a.world_id = ${world.id} and type = any(r.product_types))
      or not exists (select from renter_attachments where world_id = ${world.id})`;
  return rows.map(({ type }) => type);
}
