import { and, eq, gt, isNull, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { closeReports } from "#lib/keys/close-reports.ts";
import { issueKey } from "#lib/keys/issue.ts";
import type { IssuedKey } from "#lib/keys/issue.ts";
import { cutKeys } from "#lib/keys/rules/cut-keys.ts";
import type { OverlapHours } from "#lib/keys/schema.ts";
import { worksAt } from "#lib/keys/state.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { NotFound } from "#lib/refusal.ts";
import { assertRecentlyAuthenticated, assertSupport } from "#lib/users/guards.ts";

/**
 * Gives an environment of a partner a new key; the keys before it stop working when the overlap is over, and their reports are
 * closed. The partner's owners read the reason.
 */
export async function regenerate(
  ctx: StaffContext,
  input: { partnerId: string; environment: Environment; overlap: OverlapHours; reason: string },
): Promise<IssuedKey> {
  assertSupport(ctx);
  const { partnerId, environment, overlap, reason } = input;
  if (environment === "production") assertRecentlyAuthenticated(ctx);
  const revokedReason = cutKeys(reason);
  return db.transaction(async (tx) => {
    // The world's row is the lock: two regenerations at once follow each other.
    const [world] = await tx
      .select()
      .from(worlds)
      .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)))
      .for("update");
    if (world === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
    const expiresAt = new Date(ctx.now.getTime() + overlap * 3_600_000);
    const stillWorking = and(eq(apiKeys.worldId, world.id), worksAt(ctx.now));
    await (overlap === 0
      ? tx.update(apiKeys).set({ revokedAt: ctx.now, revokedReason }).where(stillWorking)
      : tx
          .update(apiKeys)
          .set({ expiresAt, revokedReason })
          // An overlap never lengthens one that was given before.
          .where(and(stillWorking, or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, expiresAt)))));
    await closeReports(tx, ctx, { worldId: world.id });
    const key = await issueKey(tx, world, ctx.now);
    await noteAudit(tx, ctx, {
      action: "key.regenerated",
      subjectId: key.id,
      reason,
      details: { partnerId, environment, overlapHours: overlap },
    });
    return key;
  });
}
