import { and, eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { apiKeys } from "#db/schema/partners.ts";
import type { PortalContext } from "#lib/context.ts";
import { worksAt } from "#lib/keys/state.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";

/**
 * The key of this world, locked until the transaction ends against whoever would revoke or replace it. NotFound for one that
 * is unknown or another world's; a Refusal for one that no longer works.
 */
export async function lockWorkingKey(
  tx: Transaction,
  { world, realTime: now }: Pick<PortalContext, "world" | "realTime">,
  keyId: string,
): Promise<{ id: string; preview: string; ciphertext: string }> {
  const { id, preview, ciphertext } = apiKeys;
  const ofWorld = and(eq(id, keyId), eq(apiKeys.worldId, world.id));
  // What stands here once the lock is given: a revocation that came first has been waited for.
  const [key] = await tx
    .select({ id, preview, ciphertext })
    .from(apiKeys)
    .where(and(ofWorld, worksAt(now)))
    .for("no key update");
  if (key !== undefined) return key;
  const [ended] = await tx.select({ id }).from(apiKeys).where(ofWorld);
  if (ended === undefined) throw new NotFound(`there is no key ${keyId}`, { key: "noKey" });
  throw new Refusal(`the key ${keyId} no longer works`, { key: "keyNotWorking" });
}
