import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { lockWorld, replaceKeys } from "#lib/account/keys/issue.ts";
import type { IssuedKey } from "#lib/account/keys/issue.ts";
import { writeOwnerNotice } from "#lib/account/keys/named-mail.ts";
import { closeReports } from "#lib/account/keys/reports.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { OwnerContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

/**
 * Replaces the current Development key by a new one, which is returned; the old one works until the end of the overlap. `keyId` is the
 * key to be replaced: of several owners at once the first replaces it, and the others get a UserError. All owners are told by e-mail.
 */
export async function regenerateOwn(ctx: OwnerContext, { keyId, overlap }: { keyId: string; overlap: OverlapHours }): Promise<IssuedKey> {
  assertDevelopment(ctx);
  assertRecentlyAuthenticated(ctx, "regenerateDevelopmentKey");
  return db.transaction(async (tx) => {
    const world = await lockWorld(tx, eq(worlds.id, ctx.world.id));
    const current = await findNewestWorking(tx, ctx);
    if (world === undefined || current?.id !== keyId) {
      await assertOwn(tx, ctx, keyId);
      throw new UserError(`the key ${keyId} was replaced before`, { key: "keyReplacedBefore" });
    }
    const planned = new Date(ctx.realTime.getTime() + overlap * 3_600_000);
    const endsAt = current.expiresAt !== null && current.expiresAt < planned ? current.expiresAt : planned;
    const issued = await replaceKeys(tx, ctx, world, { overlap });
    const old = { preview: current.preview, endsAt };
    await writeOwnerNotice(tx, ctx, { preview: keyPreview(issued.text), old });
    return issued;
  });
}

/** Revokes a replaced Development key before its overlap is over. The current key cannot be revoked so. All owners get an e-mail. */
export async function endOwn(ctx: OwnerContext, keyId: string): Promise<void> {
  assertDevelopment(ctx);
  assertRecentlyAuthenticated(ctx, "endKey");
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .update(apiKeys)
      .set({ revokedAt: ctx.realTime })
      .where(
        and(
          eq(apiKeys.id, keyId),
          eq(apiKeys.worldId, ctx.world.id),
          isNull(apiKeys.name),
          isNotNull(apiKeys.expiresAt),
          worksAt(ctx.realTime),
        ),
      )
      .returning({ preview: apiKeys.preview });
    if (ended === undefined) {
      await assertOwn(tx, ctx, keyId);
      throw new UserError(`the key ${keyId} is the current one, or has ended before`, { key: "keyNotReplaced" });
    }
    await closeReports(tx, ctx, { keyId });
    await recordAudit(tx, ctx, { action: "key.revoked", subjectId: keyId, details: { preview: ended.preview } });
    await writeOwnerNotice(tx, ctx, { old: { preview: ended.preview, endsAt: ctx.realTime } });
  });
}

function assertDevelopment({ world }: OwnerContext): void {
  if (world.environment !== "development") {
    throw new UserError("support replaces Production keys", { key: "productionKeyBySupport" });
  }
}

async function findNewestWorking(tx: Transaction, { world, realTime }: OwnerContext) {
  const [newest] = await tx
    .select({ id: apiKeys.id, preview: apiKeys.preview, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.worldId, world.id), isNull(apiKeys.name), worksAt(realTime)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(1);
  return newest;
}

async function assertOwn(tx: Transaction, { world }: OwnerContext, keyId: string): Promise<void> {
  const [own] = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.worldId, world.id)));
  if (own === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
}
