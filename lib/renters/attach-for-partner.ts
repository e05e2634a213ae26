import { db } from "#db/client.ts";
import type { StaffContext } from "#lib/context.ts";
import { findWorld } from "#lib/partners/find-world.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { insertAttachment } from "#lib/renters/insert-attachment.ts";
import type { PartnerAttachment } from "#lib/renters/schema.ts";
import { assertSupport } from "#lib/users/assert-support.ts";

/** Lets a partner's environment act for a renter, in the partner's place (portal.md § Support side, Partners). */
export async function attachForPartner(ctx: StaffContext, { partnerId, environment, uid }: PartnerAttachment): Promise<void> {
  assertSupport(ctx);
  const world = await findWorld(partnerId, environment);
  const outcome = await db.transaction((tx) => insertAttachment(tx, ctx, world, uid));
  if (outcome === "unknown") throw new NotFound(`there is no renter ${uid}: register it first`, { key: "noRenter", values: { uid } });
  if (outcome === "attachedBefore") {
    throw new Refusal(`the renter ${uid} is attached to this environment already`, { key: "renterAttachedBefore", values: { uid } });
  }
}
