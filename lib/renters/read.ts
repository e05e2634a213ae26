import type { ApiContext } from "#lib/context.ts";
import { quote } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import { findAttached } from "#lib/renters/find-attached.ts";
import type { WireRenter } from "#lib/renters/schema.ts";
import { serializeRenter } from "#lib/renters/serialize.ts";

/** One renter of the calling key's world; 2001 for one that is not attached, registered or not (resolutions.md § 1, § 6). */
export async function read({ world }: ApiContext, uid: string): Promise<WireRenter> {
  const renter = await findAttached(world, uid);
  if (renter === undefined) {
    throw new ApiError("RENTER_UNKNOWN", `the renter ${quote(uid)} is unknown: GET /renters lists those that are attached to this API key`);
  }
  return serializeRenter(renter);
}
