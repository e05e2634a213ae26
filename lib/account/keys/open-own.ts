import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys } from "#db/schema/partners.ts";
import { worksAt } from "#lib/account/keys/find.ts";
import { decryptKeyText } from "#lib/account/keys/secrets.ts";
import type { DeveloperContext } from "#lib/account/worlds/context.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

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
