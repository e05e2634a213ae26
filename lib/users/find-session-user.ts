import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { SessionUser } from "#lib/users/schema.ts";
import type { NewSession } from "#lib/users/start-session.ts";

/**
 * Who a session belongs to, read from the row at each request: undefined once the user was disabled or signed out everywhere,
 * or the partner was suspended (portal.md § Sign-in).
 */
export async function findSessionUser({ userId, sessionVersion }: NewSession): Promise<SessionUser | undefined> {
  const [row] = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      partner: { id: partners.id, name: partners.name },
      status: partners.status,
    })
    .from(users)
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(and(eq(users.id, userId), eq(users.sessionVersion, sessionVersion), isNull(users.disabledAt)));
  if (row === undefined || row.status === "suspended") return undefined;
  const { status: _status, ...user } = row;
  return user;
}
