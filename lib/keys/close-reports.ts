import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { apiKeys, keyReports } from "#db/schema/partners.ts";
import type { StaffContext } from "#lib/context.ts";

/** Closes the open reports of the revoked keys among a key, or all keys of a world, in the transaction that revokes them. */
export async function closeReports(tx: Transaction, ctx: StaffContext, of: { keyId: string } | { worldId: number }): Promise<void> {
  const named = "keyId" in of ? eq(apiKeys.id, of.keyId) : eq(apiKeys.worldId, of.worldId);
  const keys = tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(named, isNotNull(apiKeys.revokedAt)));
  await tx
    .update(keyReports)
    .set({ closedAt: ctx.now, closedBy: closerOf(ctx) })
    .where(and(inArray(keyReports.keyId, keys), isNull(keyReports.closedAt)));
}

/** Whom a report names as having closed it: the user, or who sat at the admin command. */
function closerOf({ actor }: StaffContext): string {
  return actor.userId ?? actor.name;
}
