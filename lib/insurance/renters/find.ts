import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { productTypeNames } from "#lib/insurance/catalogue/catalogue.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { AttachedRenter } from "#lib/insurance/renters/renter.ts";

export interface FirstRenter {
  uid: string;
  name: string;
  /** False if the operator has opened it for the partner, who has yet to attach it. */
  isAttached: boolean;
}

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

/** Finds a renter that may insure bikes for short terms, as the guides do: an attached one, else one that can be attached. */
export async function findFirstRenter({ world }: Pick<PartnerContext, "world">): Promise<FirstRenter | undefined> {
  const [renter] = await sql<FirstRenter[]>`
    select r.uid, r.company ->> 'company_name' as name, own."isAttached" from (
      select renter_uid, true as "isAttached" from renter_attachments where world_id = ${world.id}
      union all
      select renter_uid, false from renter_openings where partner_id = ${world.partnerId}
    ) own join renters r on r.uid = own.renter_uid
    where 'LCD' = any(r.contract_types) and 'bike' = any(r.product_types)
    order by own."isAttached" desc, r.uid limit 1`;
  return renter;
}
