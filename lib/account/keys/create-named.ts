import { and, eq, isNotNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { issueKey, lockWorld } from "#lib/account/keys/issue.ts";
import type { IssuedKey } from "#lib/account/keys/issue.ts";
import { writeNamedKeyNotice } from "#lib/account/keys/named-mail.ts";
import type { NamedKeyInput } from "#lib/account/keys/requests.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import { reduceRights } from "#lib/account/keys/rules/named.ts";
import { maxNamedKeys } from "#lib/account/keys/schema.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { assertOwnerInProduction } from "#lib/account/users/roles.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { cutKeys } from "#lib/platform/log/cut-keys.ts";

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

export function assertAhead({ realTime }: DeveloperContext, expiresAt: Date | null): void {
  if (expiresAt !== null && expiresAt <= realTime) throw new UserError("the expiry is over", { key: "keyExpiryOver" });
}

/** The names of the keys that work, in a locked world. */
export async function listNames(tx: Transaction, { world, realTime }: DeveloperContext): Promise<{ id: string; name: string | null }[]> {
  return tx
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(and(eq(apiKeys.worldId, world.id), isNotNull(apiKeys.name), worksAt(realTime)));
}

export function assertFreeName(named: readonly { name: string | null }[], name: string): void {
  if (named.every((key) => key.name !== name)) return;
  throw new UserError(`a key of this environment has the name ${name}`, { key: "keyNameTaken", values: { name } });
}
