import { and, eq, isNull } from "drizzle-orm";
import { claimLinks } from "#db/schema/claim-links.ts";
import { momentInWorld } from "#lib/account/worlds/clocks.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { lockClaim } from "#lib/insurance/claims/find.ts";
import { cancelClaim } from "#lib/insurance/claims/rules/actions.ts";
import { saveClaim } from "#lib/insurance/claims/save.ts";

/** Archives a draft as its partner would, and revokes its links; a claim that was submitted meanwhile stays as it is. */
export async function archiveDraft(ctx: OperatorContext, { id, worldId }: { id: string; worldId: number }, reason: string): Promise<void> {
  const moment = await momentInWorld(worldId, ctx.now);
  await transact(async (tx) => {
    const before = await lockClaim(tx, { id, world: { id: worldId } });
    if (before.status !== "draft") return;
    await tx
      .update(claimLinks)
      .set({ revokedAt: moment.realTime })
      .where(and(eq(claimLinks.claimId, id), isNull(claimLinks.revokedAt)));
    await saveClaim(tx, before, cancelClaim(before, reason, moment.now), { executionId: null, ...moment });
  });
}
