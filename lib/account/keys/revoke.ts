import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertMayChangeKeys, lockNamed } from "#lib/account/keys/change-named.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { mailOwnersOfKey, writeNamedKeyNotice, writeOwnerNotice } from "#lib/account/keys/key-mail.ts";
import { closeReports } from "#lib/account/keys/reports.ts";
import { isOwnKey } from "#lib/account/keys/rules/named.ts";
import { assertRecentlyAuthenticated, assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import { assertOwner } from "#lib/account/users/roles.ts";
import type { DeveloperContext, OwnerContext, SupportContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

/** Revokes a key at once, and closes its report. The partner's owners get an e-mail, and read the reason in the portal. */
export async function revoke(ctx: SupportContext, keyId: string, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .update(apiKeys)
      .set({ revokedAt: ctx.now, revokedReason: cutKeys(reason) })
      .from(worlds)
      .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt), eq(worlds.id, apiKeys.worldId)))
      .returning({ environment: worlds.environment, partnerId: worlds.partnerId, preview: apiKeys.preview });
    if (revoked === undefined) {
      throw new UserError(`there is no key ${keyId} that could be revoked: it is unknown or was revoked before`, {
        key: "keyRevokedBefore",
      });
    }
    assertRecentlyAuthenticatedInProduction({ ...ctx, world: revoked }, "revokeKey");
    await closeReports(tx, ctx, { keyId });
    await recordAudit(tx, ctx, { action: "key.revoked", subjectId: keyId, reason });
    await mailOwnersOfKey(tx, { ...revoked, change: "revoked" }, ctx.now);
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

/**
 * Revokes a named key: its next request is refused, on every instance. All owners get an e-mail. Developers revoke the keys that they made in
 * Development only (rules/access.md#named-2).
 */
export async function endNamed(ctx: DeveloperContext, keyId: string): Promise<void> {
  assertMayChangeKeys(ctx);
  await db.transaction(async (tx) => {
    const { name, preview, rights, createdBy } = await lockNamed(tx, ctx, keyId);
    if (!isOwnKey(ctx, createdBy)) assertOwner(ctx);
    await tx.update(apiKeys).set({ revokedAt: ctx.realTime }).where(eq(apiKeys.id, keyId));
    await closeReports(tx, ctx, { keyId });
    await recordAudit(tx, ctx, { action: "key.revoked", subjectId: keyId, details: { preview, name } });
    await writeNamedKeyNotice(tx, ctx, { change: "revoked", preview, name, rights, expiresAt: null });
  });
}

export function assertDevelopment({ world }: OwnerContext): void {
  if (world.environment !== "development") {
    throw new UserError("support replaces Production keys", { key: "productionKeyBySupport" });
  }
}

export async function assertOwn(tx: Transaction, { world }: OwnerContext, keyId: string): Promise<void> {
  const [own] = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, keyId), eq(apiKeys.worldId, world.id)));
  if (own === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
}
