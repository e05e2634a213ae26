import { and, eq, isNull, lt, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";

/**
 * Notes up to when an owner has seen what support did to the keys. `until` is the newest notice that was shown, so that what
 * was done since is still told; what was seen once stays seen.
 */
export async function seeNotices({ user, realTime: now }: { user: { id: string }; realTime: Date }, until: Date): Promise<void> {
  const seenAt = until < now ? until : now;
  const isNews = or(isNull(users.keyNoticesSeenAt), lt(users.keyNoticesSeenAt, seenAt));
  await db
    .update(users)
    .set({ keyNoticesSeenAt: seenAt })
    .where(and(eq(users.id, user.id), isNews));
}
