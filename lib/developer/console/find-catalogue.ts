import { sql } from "#db/client.ts";
import { joinOwner, ownerOfRow } from "#lib/account/partners/find-person.ts";
import type { Owner } from "#lib/account/partners/find-person.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import type { ProductType } from "#lib/insurance/catalogue/catalogue.ts";
import type { RenewalState } from "#lib/insurance/renewals/list-filters.ts";

const newestShown = 5;

export interface FoundProduct {
  id: string;
  owner: Owner;
  uid: string;
  title: string;
  productType: ProductType;
  createdAt: Date;
  deletedAt: Date | null;
  /** The newest contracts that insure or insured it. */
  contracts: string[];
}

export interface FoundRenewal {
  arid: string;
  owner: Owner;
  state: RenewalState;
  cid: string;
  scheduledFor: Date;
  nextCid: string | null;
}

export async function findProduct(_ctx: StaffContext, productId: string): Promise<FoundProduct | undefined> {
  const [row] = await sql<FoundProduct[]>`
    select r.id, ${ownerOfRow} as owner, r.uid, r.title, r.product_type, r.created_at, r.deleted_at,
      array(select cid from contract_products where product_id = r.id order by cpid desc limit ${newestShown}) as contracts
    from products r ${joinOwner(sql`r.world_id`)} where r.id = ${productId}`;
  return row;
}

export async function findRenewal(_ctx: StaffContext, arid: string): Promise<FoundRenewal | undefined> {
  const [row] = await sql<FoundRenewal[]>`
    select r.arid, ${ownerOfRow} as owner, r.state, r.cid, r.renewal_scheduled_for as "scheduledFor", r.next_cid
    from automatic_renewals r ${joinOwner(sql`r.world_id`)} where r.arid = ${arid}`;
  return row;
}
