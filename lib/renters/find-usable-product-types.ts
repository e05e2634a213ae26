import { sql } from "#db/client.ts";
import { productTypeNames } from "#lib/catalogue.ts";
import type { ProductType } from "#lib/catalogue.ts";
import type { World } from "#lib/context.ts";

/** The product types that at least one renter attached to this world may insure; every type while none is attached. */
export async function findUsableProductTypes(world: World): Promise<ProductType[]> {
  const rows = await sql<{ type: ProductType }[]>`
    select type from unnest(${productTypeNames}::text[]) as type
    where exists (select from renter_attachments a join renters r on r.uid = a.renter_uid where a.world_id = ${world.id} and type = any(r.product_types))
      or not exists (select from renter_attachments where world_id = ${world.id})`;
  return rows.map(({ type }) => type);
}
