import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { renters } from "#db/schema/partners.ts";
import type { StaffContext } from "#lib/context.ts";
import { findWorld } from "#lib/partners/find-world.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { insertAttachment, insertOpening } from "#lib/renters/insert-attachment.ts";
import type { PartnerAttachment } from "#lib/renters/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** Lets a partner's environment act for a renter, in the partner's place; this opens the renter for the partner (portal.md § Support side, Partners). */
export async function attachForPartner(ctx: StaffContext, { partnerId, environment, uid }: PartnerAttachment): Promise<void> {
  assertSupport(ctx);
  const world = await findWorld(partnerId, environment);
  const outcome = await db.transaction(async (tx) => {
    const [known] = await tx.select({ uid: renters.uid }).from(renters).where(eq(renters.uid, uid));
    if (known === undefined) return "unknown";
    await insertOpening(tx, ctx, { partnerId, uid });
    return insertAttachment(tx, ctx, world, uid);
  });
  if (outcome === "unknown") throw new NotFound(`there is no renter ${uid}: register it first`, { key: "noRenter", values: { uid } });
  if (outcome === "attachedBefore") {
    throw new Refusal(`the renter ${uid} is attached to this environment already`, { key: "renterAttachedBefore", values: { uid } });
  }
}
