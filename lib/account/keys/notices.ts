import { and, eq, isNull, lt, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { apiKeys, worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { noticesOf } from "#lib/account/keys/rules/notices.ts";
import type { KeyNotice } from "#lib/account/keys/rules/notices.ts";

export async function listNotices({ user, realTime: now }: { user: { id: string }; realTime: Date }): Promise<KeyNotice[]> {
  const { id, name, preview, createdAt, expiresAt, revokedAt, revokedReason } = apiKeys;
  const rows = await db
    .select({
      seenAt: users.keyNoticesSeenAt,
      key: { id, name, environment: worlds.environment, preview, createdAt, expiresAt, revokedAt, revokedReason },
    })
    .from(users)
    .innerJoin(worlds, eq(worlds.partnerId, users.partnerId))
    .innerJoin(apiKeys, eq(apiKeys.worldId, worlds.id))
    .where(eq(users.id, user.id));
  const keys = rows.map(({ key }) => key);
  return noticesOf(keys, { seenAt: rows[0]?.seenAt ?? null, now });
}

/** Records that an owner has seen notices up to `until`, the newest one shown; never moves back. */
export async function markNoticesSeen({ user, realTime: now }: { user: { id: string }; realTime: Date }, until: Date): Promise<void> {
  const seenAt = until < now ? until : now;
  const isNews = or(isNull(users.keyNoticesSeenAt), lt(users.keyNoticesSeenAt, seenAt));
  await db
    .update(users)
    .set({ keyNoticesSeenAt: seenAt })
    .where(and(eq(users.id, user.id), isNews));
}
