import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { issueKey, lockWorld } from "#lib/account/keys/issue.ts";
import type { IssuedKey } from "#lib/account/keys/issue.ts";
import { writeNamedKeyNotice } from "#lib/account/keys/key-mail.ts";
import type { KeyRestriction, NamedKeyInput } from "#lib/account/keys/requests.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import { reduceRights } from "#lib/account/keys/rules/named.ts";
import { maxNamedKeys } from "#lib/account/keys/schema.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { assertOwnerInProduction } from "#lib/account/users/roles.ts";
import type { DeveloperContext, OwnerContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { cutKeys } from "#lib/platform/log/mask.ts";

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

/** Locks a named key of this world that works. */
export async function lockNamed(tx: Transaction, { world, realTime }: DeveloperContext, keyId: string) {
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

/**
 * Creates a named key of this world (rules/access.md#named-1). Only the answer has its text. Developers create them in Development only. A UserError if 20 of them work, if one has the
 * name, or if the expiry is over. All owners get an e-mail.
 */
export async function createNamed(ctx: DeveloperContext, { name, rights, expiresAt }: NamedKeyInput): Promise<IssuedKey> {
  assertOwnerInProduction(ctx);
  assertMayChangeKeys(ctx);
  assertAhead(ctx, expiresAt);
  const { world, actor, realTime } = ctx;
  return db.transaction(async (tx) => {
    await lockWorld(tx, eq(worlds.id, world.id));
    const named = await listNames(tx, ctx);
    assertFreeName(named, name);
    if (named.length >= maxNamedKeys) {
      throw new UserError(`an environment has at most ${maxNamedKeys} named keys`, { key: "tooManyKeys", values: { count: maxNamedKeys } });
    }
    const settings = { name: cutKeys(name), rights: reduceRights(rights), expiresAt };
    const key = await issueKey(tx, world, realTime, { ...settings, createdBy: actor.type === "user" ? actor.userId : null });
    const preview = keyPreview(key.text);
    await recordAudit(tx, ctx, { action: "key.created", subjectId: key.id, details: { preview, ...settings } });
    await writeNamedKeyNotice(tx, ctx, { change: "created", preview, ...settings });
    return key;
  });
}

/** Changes of keys need a proof of identity in both environments (rules/access.md#named-2). */
export function assertMayChangeKeys(ctx: DeveloperContext): void {
  assertRecentlyAuthenticated(ctx, ctx.world.environment === "production" ? "changeKeys" : "changeDevelopmentKeys");
}

function assertAhead({ realTime }: DeveloperContext, expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= realTime) throw new UserError("the expiry is over", { key: "keyExpiryOver" });
}

/** The names of the keys that work, in a locked world. */
async function listNames(tx: Transaction, { world, realTime }: DeveloperContext): Promise<{ id: string; name: string | null }[]> {
  return tx
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.worldId, world.id), isNotNull(apiKeys.name), worksAt(realTime)));
}

function assertFreeName(named: readonly { name: string | null }[], name: string): void {
  if (named.every((key) => key.name !== name)) return;
  throw new UserError(`a key of this environment has the name ${name}`, { key: "keyNameTaken", values: { name } });
}
