import { desc, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** What the operator sees of a key: never the key itself. */
export interface KeyOverview {
  id: string;
  environment: Environment;
  /** The first characters, by which people recognise it. */
  preview: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** The end of the overlap in which a replaced key still works. */
  expiresAt: Date | null;
  revokedAt: Date | null;
  revokedReason: string | null;
}

/** Every key that a partner has had, newest first. */
export async function listKeys(partnerId: string): Promise<KeyOverview[]> {
  const { id, preview, createdAt, lastUsedAt, expiresAt, revokedAt, revokedReason } = apiKeys;
  return db
    .select({ id, environment: worlds.environment, preview, createdAt, lastUsedAt, expiresAt, revokedAt, revokedReason })
    .from(apiKeys)
    .innerJoin(worlds, eq(worlds.id, apiKeys.worldId))
    .where(eq(worlds.partnerId, partnerId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}
