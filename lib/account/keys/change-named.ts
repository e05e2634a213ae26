import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertAhead, assertFreeName, assertMayChangeKeys, listNames } from "#lib/account/keys/create-named.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { lockWorld } from "#lib/account/keys/issue.ts";
import { writeNamedKeyNotice } from "#lib/account/keys/named-mail.ts";
import { closeReports } from "#lib/account/keys/reports.ts";
import type { KeyRestriction } from "#lib/account/keys/requests.ts";
import { isOwnKey, reduceRights } from "#lib/account/keys/rules/named.ts";
import { assertOwner } from "#lib/account/users/roles.ts";
import type { DeveloperContext, OwnerContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { cutKeys } from "#lib/platform/log/cut-keys.ts";

/** Renames a named key that works. A UserError if another one has the name. */
export async function renameKey(ctx: OwnerContext, keyId: string, name: string): Promise<void> {
  assertMayChangeKeys(ctx);
  await db.transaction(async (tx) => {
    await lockWorld(tx, eq(worlds.id, ctx.world.id));
    const before = await lockNamed(tx, ctx, keyId);
    assertFreeName(
      (await listNames(tx, ctx)).filter(({ id }) => id !== keyId),
      name,
    );
    const changed = cutKeys(name);
    if (changed === before.name) return;
    await tx.update(apiKeys).set({ name: changed }).where(eq(apiKeys.id, keyId));
    const details = { preview: before.preview, before: before.name, name: changed };
    await recordAudit(tx, ctx, { action: "key.renamed", subjectId: keyId, details });
  });
}

/** Gives a named key that works other rights and another expiry, from its next request on. All owners get an e-mail. */
export async function restrictKey(ctx: OwnerContext, keyId: string, { rights, expiresAt }: KeyRestriction): Promise<void> {
  assertMayChangeKeys(ctx);
  assertAhead(ctx, expiresAt);
  await db.transaction(async (tx) => {
    const { name, preview, createdBy: _creator, ...before } = await lockNamed(tx, ctx, keyId);
    const settings = { rights: reduceRights(rights), expiresAt };
    if (settings.rights.join() === before.rights.join() && expiresAt?.getTime() === before.expiresAt?.getTime()) return;
    await tx.update(apiKeys).set(settings).where(eq(apiKeys.id, keyId));
    await recordAudit(tx, ctx, { action: "key.restricted", subjectId: keyId, details: { preview, name, before, ...settings } });
    await writeNamedKeyNotice(tx, ctx, { change: "restricted", preview, name, ...settings });
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

async function lockNamed(tx: Transaction, { world, realTime }: DeveloperContext, keyId: string) {
  const { id, name, preview, rights, expiresAt, createdBy } = apiKeys;
  const ofWorld = and(eq(id, keyId), eq(apiKeys.worldId, world.id));
  const [key] = await tx
    .select({ name, preview, rights, expiresAt, createdBy })
    .from(apiKeys)
    .where(and(ofWorld, isNotNull(name), worksAt(realTime)))
    .for("no key update");
  if (key?.name !== undefined && key.name !== null) return { ...key, name: key.name };
  const [other] = await tx.select({ name }).from(apiKeys).where(ofWorld);
  if (other === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
  if (other.name === null) throw new UserError(`the key ${keyId} has no name`, { key: "keyOfEnvironment" });
  throw new UserError(`the key ${keyId} no longer works`, { key: "keyNotWorking" });
}
