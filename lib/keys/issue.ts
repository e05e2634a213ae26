import type { Transaction } from "#db/client.ts";
import { apiKeys } from "#db/schema/partners.ts";
import { newId } from "#lib/ids.ts";
import { keyPreview } from "#lib/keys/rules/format.ts";
import { encryptKeyText, generateKey, hashKeyText } from "#lib/keys/secrets.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** A key that was just made; `text` is the secret itself. */
export interface IssuedKey {
  id: string;
  text: string;
}

/** Makes a new key for a world, in the caller's transaction. */
export async function issueKey(tx: Transaction, world: { id: number; environment: Environment }, now: Date): Promise<IssuedKey> {
  const id = newId("key");
  const text = generateKey(world.environment);
  await tx.insert(apiKeys).values({
    id,
    worldId: world.id,
    hash: hashKeyText(text),
    ciphertext: encryptKeyText(text, id),
    preview: keyPreview(text),
    createdAt: now,
  });
  return { id, text };
}
