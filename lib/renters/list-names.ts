import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** As many are offered to choose among; the others are found by their uid. */
const maxNames = 200;

/** A renter as people choose one. */
export interface RenterName {
  uid: string;
  name: string;
}

/** The renters attached to a world, by name. */
export async function listNames({ world }: Pick<PartnerContext, "world">): Promise<RenterName[]> {
  return sql<RenterName[]>`
    select r.uid, r.company ->> 'company_name' as name from renter_attachments a join renters r on r.uid = a.renter_uid
    where a.world_id = ${world.id} order by name, r.uid limit ${sql.unsafe(String(maxNames))}`;
}
