import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/context.ts";

/** The renters attached to the calling key's world, as the keys of an object whose values are all true (resolutions.md § 6). */
export async function list({ world }: ApiContext): Promise<Record<string, true>> {
  const rows = await sql<
    { uid: string }[]
  >`select renter_uid as uid from renter_attachments where world_id = ${world.id} order by renter_uid`;
  return Object.fromEntries(rows.map(({ uid }) => [uid, true]));
}
