import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { noticesOf } from "#lib/keys/rules/key-notices.ts";
import type { KeyNotice } from "#lib/keys/rules/key-notices.ts";

/** What support did to the keys of an owner's partner that they have not seen yet: one statement over a handful of rows. */
export async function listNotices({ user, realTime: now }: { user: { id: string }; realTime: Date }): Promise<KeyNotice[]> {
  const { id, preview, createdAt, expiresAt, revokedAt, revokedReason } = apiKeys;
  const rows = await db
    .select({
      seenAt: users.keyNoticesSeenAt,
      key: { id, environment: worlds.environment, preview, createdAt, expiresAt, revokedAt, revokedReason },
    })
    .from(users)
    .innerJoin(worlds, eq(worlds.partnerId, users.partnerId))
    .innerJoin(apiKeys, eq(apiKeys.worldId, worlds.id))
    .where(eq(users.id, user.id));
  const keys = rows.map(({ key }) => key);
  return noticesOf(keys, { seenAt: rows[0]?.seenAt ?? null, now });
}
