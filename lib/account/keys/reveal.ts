import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { apiKeys } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import type { RevealPurpose } from "#lib/account/keys/schema.ts";
import { decryptKeyText } from "#lib/account/keys/secrets.ts";
import { assertRecentlyAuthenticatedInProduction } from "#lib/account/users/guards.ts";
import { assertOwnerInProduction } from "#lib/account/users/roles.ts";
import type { DeveloperContext, PortalContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

const actions = { reveal: "key.revealed", copy: "key.copied" } as const satisfies Record<RevealPurpose, string>;

/**
 * A working key of this world in full, to be shown or copied (rules/access.md#keys-10): in Development to developers too. Who had it, when and from
 * where is noted in the same transaction: no key is shown without its audit entry.
 */
export async function reveal(ctx: DeveloperContext, keyId: string, purpose: RevealPurpose): Promise<{ text: string }> {
  assertOwnerInProduction(ctx);
  assertRecentlyAuthenticatedInProduction(ctx, "revealKey");
  return db.transaction(async (tx) => {
    const { id, preview, ciphertext, name } = await lockWorkingKey(tx, ctx, keyId);
    // Stored only to hash it again when APP_SECRET is rotated.
    if (name !== null) throw new UserError(`the key ${keyId} was shown when it was created`, { key: "keyShownOnce" });
    await recordAudit(tx, ctx, { action: actions[purpose], subjectId: id, details: { preview } });
    return { text: decryptKeyText(ciphertext, id) };
  });
}

/** Locks a working key of this world against revocation and replacement. Throws NotFound, or a UserError for one that no longer works. */
export async function lockWorkingKey(
  tx: Transaction,
  { world, realTime: now }: Pick<PortalContext, "world" | "realTime">,
  keyId: string,
): Promise<{ id: string; preview: string; ciphertext: string; name: string | null }> {
  const { id, preview, ciphertext, name } = apiKeys;
  const ofWorld = and(eq(id, keyId), eq(apiKeys.worldId, world.id));
  // Reads the row under its lock, so that an earlier revocation is seen.
  const [key] = await tx
    .select({ id, preview, ciphertext, name })
    .from(apiKeys)
    .where(and(ofWorld, worksAt(now)))
    .for("no key update");
  if (key !== undefined) return key;
  const [ended] = await tx.select({ id }).from(apiKeys).where(ofWorld);
  if (ended === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
  throw new UserError(`the key ${keyId} no longer works`, { key: "keyNotWorking" });
}

/** Opens this world's newest working key without a name, for requests that the portal sends for an owner. It must not leave the server. */
export async function openOwnKey(ctx: DeveloperContext): Promise<string> {
  const [key] = await db
    .select({ id: apiKeys.id, ciphertext: apiKeys.ciphertext })
    .from(apiKeys)
    .where(and(eq(apiKeys.worldId, ctx.world.id), isNull(apiKeys.name), worksAt(ctx.realTime)))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(1);
  if (key === undefined) throw new UserError("no key of this environment works", { key: "noWorkingKey" });
  return decryptKeyText(key.ciphertext, key.id);
}
