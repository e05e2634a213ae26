import { sql } from "#db/client.ts";
import type { Fragment } from "#lib/deliveries/filter.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** Whose something is. */
export interface Owner {
  partnerId: string;
  partnerName: string;
  environment: Environment;
}

/** The owner, where `w` is the world and `p` its partner. */
export const ownerOfRow = sql`json_build_object('partnerId', p.id, 'partnerName', p.name, 'environment', w.environment)`;

/** Joins the world and the partner of a row. */
export function joinOwner(worldId: Fragment): Fragment {
  return sql`join worlds w on w.id = ${worldId} join partners p on p.id = w.partner_id`;
}
