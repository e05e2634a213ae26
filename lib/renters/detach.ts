import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { renterAttachments } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { findWorld } from "#lib/partners/find-world.ts";
import { Refusal } from "#lib/refusal.ts";
import { detachment } from "#lib/renters/schema.ts";
import type { PartnerAttachment } from "#lib/renters/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/**
 * Takes a renter from a partner's environment (portal.md § Support side, Partners): from the next request on, what names it gets 9003
 * (resolutions.md § 1). Contracts that it has stay insured, and can be read, changed and ended. The partner may attach it again.
 */
export async function detach(ctx: StaffContext, input: PartnerAttachment & { reason: string }): Promise<void> {
  assertSupport(ctx);
  const { partnerId, environment, uid, reason } = detachment.parse(input);
  const world = await findWorld(partnerId, environment);
  await db.transaction(async (tx) => {
    const detached = await tx
      .delete(renterAttachments)
      .where(and(eq(renterAttachments.worldId, world.id), eq(renterAttachments.renterUid, uid)))
      .returning({ uid: renterAttachments.renterUid });
    if (detached.length === 0) {
      throw new Refusal(`the renter ${uid} is not attached to this environment`, { key: "renterDetachedBefore", values: { uid } });
    }
    await noteAudit(tx, ctx, { action: "renter.detached", subjectId: uid, reason, details: { partnerId, environment } });
  });
}
