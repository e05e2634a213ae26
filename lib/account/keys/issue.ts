import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { db } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { mailOwnersOfKey } from "#lib/account/keys/named-mail.ts";
import { closeReports } from "#lib/account/keys/reports.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import { encryptKeyText, generateKey, hashKeyText } from "#lib/account/keys/secrets.ts";
import { assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import type { AuditedContext, SupportContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

export interface IssuedKey {
  id: string;
  text: string;
}

/** What a named key has besides its text. */
type NamedSettings = Required<Pick<typeof apiKeys.$inferInsert, "name" | "rights" | "createdBy" | "expiresAt">>;

export async function issueKey(
  tx: Transaction,
  world: { id: number; environment: Environment },
  now: Date,
  named?: NamedSettings,
): Promise<IssuedKey> {
  const id = newId("key");
  const text = generateKey(world.environment);
  await tx.insert(apiKeys).values({
    id,
    worldId: world.id,
    hash: hashKeyText(text),
    ciphertext: encryptKeyText(text, id),
    preview: keyPreview(text),
    createdAt: now,
    ...named,
  });
  return { id, text };
}

/**
 * Issues a new key for an environment; earlier ones work until the end of the overlap. The partner's owners read the reason. A UserError if
 * a key works that is not among `seen`: a colleague has issued it meanwhile, and the partner may be told of it already.
 */
export async function regenerate(
  ctx: SupportContext,
  input: { partnerId: string; environment: Environment; overlap: OverlapHours; reason: string; seen?: readonly string[] | undefined },
): Promise<IssuedKey> {
  const { partnerId, environment, overlap, reason, seen } = input;
  assertRecentlyAuthenticatedInProduction({ ...ctx, world: { environment } }, "regenerateKey");
  return db.transaction(async (tx) => {
    const world = await lockWorld(tx, and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)));
    if (world === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
    if (seen !== undefined) await assertSeen(tx, ctx, world.id, seen);
    const key = await replaceKeys(tx, ctx, world, { overlap, reason });
    await mailOwnersOfKey(tx, { partnerId, environment, preview: keyPreview(key.text), change: "regenerated" }, ctx.now);
    return key;
  });
}

async function assertSeen(tx: Transaction, { now }: SupportContext, worldId: number, seen: readonly string[]): Promise<void> {
  const working = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.worldId, worldId), isNull(apiKeys.name), worksAt(now)));
  if (working.every(({ id }) => seen.includes(id))) return;
  throw new UserError("the key was replaced meanwhile", { key: "keyReplacedBefore" });
}

/** Locks a world, so that concurrent regenerations of its key run one after the other. */
export async function lockWorld(tx: Transaction, where: SQL | undefined): Promise<typeof worlds.$inferSelect | undefined> {
  const [world] = await tx.select().from(worlds).where(where).for("update");
  return world;
}

/** Issues a new key of the environment in a locked world, leaves its named keys, closes the reports of keys that end at once, and records it. Owners give no reason. */
export async function replaceKeys(
  tx: Transaction,
  ctx: AuditedContext,
  world: { id: number; partnerId: string; environment: Environment },
  { overlap, reason }: { overlap: OverlapHours; reason?: string },
): Promise<IssuedKey> {
  const now = "realTime" in ctx ? ctx.realTime : ctx.now;
  const revokedReason = reason === undefined ? null : cutKeys(reason);
  const expiresAt = new Date(now.getTime() + overlap * 3_600_000);
  const stillWorking = and(eq(apiKeys.worldId, world.id), isNull(apiKeys.name), worksAt(now));
  await (overlap === 0
    ? tx.update(apiKeys).set({ revokedAt: now, revokedReason }).where(stillWorking)
    : tx
        .update(apiKeys)
        .set({ expiresAt, revokedReason })
        // An overlap never extends an earlier one.
        .where(and(stillWorking, or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, expiresAt)))));
  await closeReports(tx, ctx, { worldId: world.id });
  const key = await issueKey(tx, world, now);
  await recordAudit(tx, ctx, {
    action: "key.regenerated",
    subjectId: key.id,
    ...(reason !== undefined && { reason }),
    details: { partnerId: world.partnerId, environment: world.environment, overlapHours: overlap },
  });
  return key;
}

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
