import { sql } from "#db/client.ts";
import type { World } from "#lib/context.ts";
import type { RenterFacts } from "#lib/contracts/rules/creation.ts";
import type { RenterCompany } from "#lib/renters/schema.ts";

/** A renter that a key may act for. */
export interface AttachedRenter extends RenterFacts {
  uid: string;
  company: RenterCompany;
  /** Sells cover as an option that its customer chooses. */
  option: boolean;
  /** Includes cover in the rent. */
  inclusion: boolean;
}

/** The renter, or undefined where it is not attached to this world, registered or not (resolutions.md § 1). */
export async function findAttached(world: World, uid: string): Promise<AttachedRenter | undefined> {
  const [renter] = await sql<AttachedRenter[]>`
    select r.uid, r.company, r.contract_types as "contractTypes", r.product_types as "productTypes",
      r.option, r.inclusion
    from renter_attachments a join renters r on r.uid = a.renter_uid
    where a.world_id = ${world.id} and a.renter_uid = ${uid}`;
  return renter;
}
