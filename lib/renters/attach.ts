import type { ApiContext } from "#lib/context.ts";
import { quote } from "#lib/contracts/rules/fields.ts";
import { ApiError } from "#lib/errors.ts";
import { transact } from "#lib/events/transact.ts";
import { insertAttachment } from "#lib/renters/insert-attachment.ts";
import { readRenterId } from "#lib/renters/rules/attachment.ts";

/**
 * Attaches a renter that is open for the partner to the calling key's world (resolutions.md § 6): 2000 none sent, 2001 unknown or not
 * open for this partner, 2002 attached already.
 */
export async function attach(ctx: ApiContext, body: unknown): Promise<void> {
  const uid = readRenterId(body);
  await transact(async (tx) => {
    const outcome = await insertAttachment(tx, ctx, ctx.world, uid);
    if (outcome === "unknown") {
      throw new ApiError(
        "RENTER_UNKNOWN",
        `the renter ${quote(uid)} is unknown: send the uid of a renter that the operator has opened for you`,
      );
    }
    if (outcome === "attachedBefore") {
      throw new ApiError("RENTER_ALREADY_ATTACHED", `the renter ${quote(uid)} is already attached to this API key`);
    }
  }, ctx);
}
