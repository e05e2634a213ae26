import { sql } from "#db/client.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** Finds an attached renter that may insure bikes under every contract type; throws a UserError. */
export async function findRehearsalRenter({ world }: Pick<PartnerContext, "world">): Promise<string> {
  const [renter] = await sql<{ uid: string }[]>`
    select r.uid from renter_attachments a join renters r on r.uid = a.renter_uid
    where a.world_id = ${world.id} and r.contract_types @> array['LCD', 'LMD', 'LLD'] and 'bike' = any(r.product_types)
    order by r.uid limit 1`;
  if (renter === undefined) {
    throw new UserError("no renter of this environment can insure bikes under every contract type", { key: "noRehearsalRenter" });
  }
  return renter.uid;
}
