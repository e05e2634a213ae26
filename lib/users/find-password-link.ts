import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { passwordLinks, users } from "#db/schema/users.ts";
import { isUsable } from "#lib/users/password-links.ts";

/** Whose one-time link this is, while it can be used. */
export async function findPasswordLink(token: string, now: Date): Promise<{ name: string; email: string } | undefined> {
  const [found] = await db
    .select({ name: users.name, email: users.email })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(isUsable(token, now), isNull(users.disabledAt)));
  return found;
}
