import { and, eq, gt, isNull, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { issueKey } from "#lib/keys/issue.ts";
import type { IssuedKey } from "#lib/keys/issue.ts";
import type { OverlapHours } from "#lib/keys/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { Refusal } from "#lib/refusal.ts";

/** Gives an environment of a partner a new key; the keys before it stop working when the overlap is over. */
export async function regenerate(
  ctx: StaffContext,
  input: { partnerId: string; environment: Environment; overlap: OverlapHours; reason: string },
): Promise<IssuedKey> {
  return db.transaction(async (tx) => {
    // The world's row is the lock: two regenerations at once follow each other.
    const [world] = await tx
      .select()
      .from(worlds)
      .where(and(eq(worlds.partnerId, input.partnerId), eq(worlds.environment, input.environment)))
      .for("update");
    if (world === undefined) throw new Refusal(`there is no partner ${input.partnerId}`);
    const expiresAt = new Date(ctx.now.getTime() + input.overlap * 3_600_000);
    const stillWorking = and(eq(apiKeys.worldId, world.id), isNull(apiKeys.revokedAt));
    await (input.overlap === 0
      ? tx.update(apiKeys).set({ revokedAt: ctx.now, revokedReason: input.reason }).where(stillWorking)
      : tx
          .update(apiKeys)
          .set({ expiresAt })
          // An overlap never lengthens one that was given before.
          .where(and(stillWorking, or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, expiresAt)))));
    const key = await issueKey(tx, world, ctx.now);
    await noteAudit(tx, ctx, {
      action: "key.regenerated",
      subjectId: key.id,
      reason: input.reason,
      details: { partnerId: input.partnerId, environment: input.environment, overlapHours: input.overlap },
    });
    return key;
  });
}
