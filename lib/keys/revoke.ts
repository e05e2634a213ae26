import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys } from "#db/schema/partners.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { closeReports } from "#lib/keys/close-reports.ts";
import { cutKeys } from "#lib/keys/rules/cut-keys.ts";
import { Refusal } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/guards.ts";

/**
 * Revokes a key: refused from the next request on, on every instance, since no instance keeps keys (partner-api.md §
 * Authentication). Its open report is closed with it. The partner's owners read the reason.
 */
export async function revoke(ctx: StaffContext, keyId: string, reason: string): Promise<void> {
  assertSupport(ctx);
  await db.transaction(async (tx) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: ctx.now, revokedReason: cutKeys(reason) })
      .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    if (revoked.length === 0) {
      throw new Refusal(`there is no key ${keyId} that could be revoked: it is unknown or was revoked before`, { key: "keyRevokedBefore" });
    }
    await closeReports(tx, ctx, { keyId });
    await noteAudit(tx, ctx, { action: "key.revoked", subjectId: keyId, reason });
  });
}
