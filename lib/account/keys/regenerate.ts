import { and, desc, eq, gt, isNull, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { issueKey, lockWorld } from "#lib/account/keys/issue.ts";
import type { IssuedKey } from "#lib/account/keys/issue.ts";
import { mailOwnersOfKey, writeOwnerNotice } from "#lib/account/keys/key-mail.ts";
import { closeReports } from "#lib/account/keys/reports.ts";
import { assertDevelopment, assertOwn } from "#lib/account/keys/revoke.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import type { OverlapHours } from "#lib/account/keys/schema.ts";
import { assertRecentlyAuthenticated, assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import type { AuditedContext, OwnerContext, SupportContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

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

async function findNewestWorking(tx: Transaction, { world, realTime }: OwnerContext) {
  const [newest] = await tx
    .select({ id: apiKeys.id, preview: apiKeys.preview, expiresAt: apiKeys.expiresAt })
    .from(apiKeys)
    .where(and(eq(apiKeys.worldId, world.id), isNull(apiKeys.name), worksAt(realTime)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(1);
  return newest;
}

/** Issues a new key of the environment in a locked world, leaves its named keys, closes the reports of keys that end at once, and records it. Owners give no reason. */
async function replaceKeys(
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
