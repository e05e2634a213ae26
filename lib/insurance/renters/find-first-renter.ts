import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";

export interface FirstRenter {
  uid: string;
  name: string;
  /** False if the operator has opened it for the partner, who has yet to attach it. */
  isAttached: boolean;
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
