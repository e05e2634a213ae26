import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { regenerate } from "#lib/account/keys/regenerate.ts";
import { decryptKeyText } from "#lib/account/keys/secrets.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** A working key of the environment: the one that works longest, or a new one. */
export async function findWorkingKey(ctx: OperatorContext, partnerId: string, environment: Environment): Promise<string> {
  const [key] = await db
    .select({ id: apiKeys.id, ciphertext: apiKeys.ciphertext })
    .from(apiKeys)
    .innerJoin(worlds, eq(worlds.id, apiKeys.worldId))
    .where(
      and(
        eq(worlds.partnerId, partnerId),
        eq(worlds.environment, environment),
        isNull(apiKeys.name),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, ctx.now)),
      ),
    )
    .orderBy(sql`${apiKeys.expiresAt} desc nulls first`, sql`${apiKeys.createdAt} desc`)
    .limit(1);
  if (key === undefined) {
    const issued = await regenerate(ctx, { partnerId, environment, overlap: 0, reason: "the demo data names a key that works" });
    return issued.text;
  }
  try {
    return decryptKeyText(key.ciphertext, key.id);
  } catch {
    throw new SetupError("The API keys in this database were made with another APP_SECRET: start with that one, or with another database.");
  }
}
