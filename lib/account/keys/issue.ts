import type { SQL } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { keyPreview } from "#lib/account/keys/rules/format.ts";
import { encryptKeyText, generateKey, hashKeyText } from "#lib/account/keys/secrets.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { newId } from "#lib/platform/ids.ts";

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

/** Locks a world, so that concurrent regenerations of its key run one after the other. */
export async function lockWorld(tx: Transaction, where: SQL | undefined): Promise<typeof worlds.$inferSelect | undefined> {
  const [world] = await tx.select().from(worlds).where(where).for("update");
  return world;
}
