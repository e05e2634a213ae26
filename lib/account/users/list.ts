import { and, eq, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import { sessions } from "#db/schema/sessions.ts";
import { users } from "#db/schema/users.ts";
import { isInCharge } from "#lib/account/users/colleagues.ts";
import { hasSecondFactor, isLive } from "#lib/account/users/sessions.ts";
import type { AdministratorContext, SupportContext, TeamContext } from "#lib/account/worlds/context.ts";
import { rowsOfPage } from "#lib/platform/lists/list.ts";
import { makeListPage } from "#lib/platform/lists/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/platform/lists/portal-lists.ts";
import type { Role } from "#lib/platform/roles.ts";

export interface UserOverview {
  id: string;
  email: string;
  name: string;
  role: Role;
  disabledAt: Date | null;
  createdAt: Date;
  lastSignInAt: Date | null;
  /** False until the one-time link was used. */
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** How many sessions they have now. */
  sessions: number;
  /** True for the last active owner of a partner, and for the last active administrator. */
  isLastInCharge: boolean;
}

/** Lists a partner's users, newest first. */
export function listUsers(ctx: SupportContext, partnerId: string, query: Keyset): Promise<ListPage<UserOverview>> {
  return listSide(eq(users.partnerId, partnerId), query, ctx.now);
}

/** Lists the people of an owner's partner, newest first. */
export function listTeam(ctx: TeamContext, query: Keyset): Promise<ListPage<UserOverview>> {
  return listSide(eq(users.partnerId, ctx.actor.partnerId ?? ""), query, ctx.now);
}

/** Lists the operator's staff, newest first. */
export function listStaff(ctx: AdministratorContext, query: Keyset): Promise<ListPage<UserOverview>> {
  return listSide(isNull(users.partnerId), query, ctx.now);
}

function countLiveSessions(now: Date) {
  return db
    .select({ count: sql`count(*)::int` })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), isLive(now)));
}

async function listSide(side: SQL, query: Keyset, now: Date): Promise<ListPage<UserOverview>> {
  const { id, email, name, role, disabledAt, createdAt, lastSignInAt, passwordHash } = users;
  const page = rowsOfPage(id, query);
  const [rows, inCharge] = await Promise.all([
    db
      .select({
        id,
        email,
        name,
        role,
        disabledAt,
        createdAt,
        lastSignInAt,
        passwordHash,
        hasSecondFactor: sql<boolean>`${hasSecondFactor}`,
        sessions: sql<number>`${countLiveSessions(now)}`,
      })
      .from(users)
      .where(and(side, page.where))
      .orderBy(page.orderBy)
      .limit(page.limit),
    db.select({ id }).from(users).where(and(side, isInCharge)).limit(2),
  ]);
  const last = inCharge.length === 1 ? inCharge[0]?.id : undefined;
  const overviews = rows.map(({ passwordHash: hash, ...user }) => ({
    ...user,
    hasPassword: hash !== null,
    isLastInCharge: user.id === last,
  }));
  return makeListPage(overviews, query, (user) => user.id);
}
