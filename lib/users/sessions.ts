import { and, eq, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PersonContext } from "#lib/users/contexts.ts";
import type { SessionUser } from "#lib/users/schema.ts";
import type { NewSession } from "#lib/users/sign-in.ts";

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

/** Ends every session of the person who asks, this one included (portal.md § Sign-in). */
export async function signOutEverywhere(ctx: PersonContext): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
      .where(eq(users.id, ctx.user.id));
    await noteAudit(tx, ctx, { action: "user.signedOutEverywhere", subjectId: ctx.user.id });
  });
}
