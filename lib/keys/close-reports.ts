import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { apiKeys, keyReports } from "#db/schema/partners.ts";
import type { StaffContext } from "#lib/context.ts";

/** Closes the open reports of a key, or of all keys of a world, in the transaction that revokes or replaces them. */
export async function closeReports(tx: Transaction, ctx: StaffContext, of: { keyId: string } | { worldId: number }): Promise<void> {
  const keys = "keyId" in of ? [of.keyId] : tx.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.worldId, of.worldId));
  await tx
    .update(keyReports)
    .set({ closedAt: ctx.now, closedBy: closerOf(ctx) })
    .where(and(inArray(keyReports.keyId, keys), isNull(keyReports.closedAt)));
}

/** Whom a report names as having closed it: the user, or who sat at the admin command. */
export function closerOf({ actor }: StaffContext): string {
  return actor.userId ?? actor.name;
}
