import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/context.ts";
import { quote } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import { readRenterId } from "#lib/renters/rules/attachment.ts";

/** Attaches a registered renter to the calling key's world (resolutions.md § 6): 2000 none sent, 2001 unknown, 2002 attached already. */
export async function attach({ world, now }: ApiContext, body: unknown): Promise<void> {
  const uid = readRenterId(body);
  const [found] = await sql<{ known: boolean; attached: boolean }[]>`
    with renter as (select uid from renters where uid = ${uid}),
      attachment as (
        insert into renter_attachments (world_id, renter_uid, attached_at)
        select ${world.id}::int, uid, ${now.toISOString()}::timestamptz from renter
        on conflict do nothing returning renter_uid)
    select exists (select from renter) as known, exists (select from attachment) as attached`;
  if (!found?.known) {
    throw new ApiError("RENTER_UNKNOWN", `the renter ${quote(uid)} is unknown: send the uid of a renter that the operator has registered`);
  }
  if (!found.attached) throw new ApiError("RENTER_ALREADY_ATTACHED", `the renter ${quote(uid)} is already attached to this API key`);
}
