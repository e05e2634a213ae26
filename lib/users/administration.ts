import { and, eq, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { sessions } from "#db/schema/sessions.ts";
import { users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/audit/record.ts";
import type { SupportContext } from "#lib/context.ts";
import { NotFound, Refusal } from "#lib/errors/refusal.ts";
import { newId } from "#lib/ids.ts";
import { makeListPage } from "#lib/lists/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/lists/portal-lists.ts";
import { rowsOfPage } from "#lib/lists/rows-of-page.ts";
import { assertStillSupport, lockColleague } from "#lib/users/colleagues.ts";
import { assertRecentlyAuthenticated } from "#lib/users/guards.ts";
import { mailInvitation } from "#lib/users/invitation-mail.ts";
import { makePasswordLink } from "#lib/users/password-links.ts";
import { partnerRoles, staffRoles } from "#lib/users/schema-roles.ts";
import type { Role } from "#lib/users/schema-roles.ts";
import { invitation, userChange } from "#lib/users/schema.ts";
import type { Invitation, UserChange } from "#lib/users/schema.ts";
import { endSessions, hasSecondFactor, isLive } from "#lib/users/sessions.ts";

/** Creates a user and the one-time link for their first password (portal.md § Support side). The token is returned once. */
export async function invite(ctx: SupportContext, input: Invitation): Promise<{ userId: string; token: string }> {
  assertRecentlyAuthenticated(ctx, "invite");
  const invited = invitation.parse(input);
  const { partnerId } = invited;
  refuseOtherSide(invited.role, partnerId);
  const userId = newId("usr");
  return db
    .transaction(async (tx) => {
      await assertStillSupport(tx, ctx);
      await tx
        .insert(users)
        .values({ id: userId, email: invited.email, name: invited.name, role: invited.role, partnerId, createdAt: ctx.now });
      const token = await makePasswordLink(tx, userId, ctx.now);
      await recordAudit(tx, ctx, {
        action: "user.invited",
        subjectId: userId,
        details: { email: invited.email, role: invited.role, partnerId },
      });
      return { userId, token };
    })
    .catch((error: unknown) => {
      if (violatesConstraint(error, "users_email")) {
        throw new Refusal(`there is a user with the e-mail address ${invited.email} already`, {
          key: "emailTaken",
          values: { email: invited.email },
        });
      }
      if (violatesConstraint(error, "users_partner_id_partners_id_fk")) {
        throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
      }
      throw error;
    });
}

/** Invites a user and mails them the link; says whether the mail server took it at once. */
export async function inviteByMail(ctx: SupportContext, input: Invitation): Promise<{ token: string; isMailed: boolean }> {
  const { token } = await invite(ctx, input);
  return { token, isMailed: await mailInvitation(invitation.parse(input), token) };
}

/**
 * Changes a user; disabling ends their sessions (portal.md § Sign-in). Nobody can change their own account, so that somebody who may
 * administer always remains; only the operator at the admin command can disable the last support.
 */
export async function changeUser(ctx: SupportContext, userId: string, input: UserChange): Promise<void> {
  assertRecentlyAuthenticated(ctx, "changeUser");
  const { reason, ...changes } = userChange.parse(input);
  const { role, disabled, name } = changes;
  await db.transaction(async (tx) => {
    const user = await lockColleague(tx, ctx, userId);
    if (role !== undefined) refuseOtherSide(role, user.partnerId);
    const disables = disabled === true && user.disabledAt === null;
    await tx
      .update(users)
      .set({
        role: role ?? user.role,
        name: name ?? user.name,
        disabledAt: disabled === undefined ? user.disabledAt : disabled ? (user.disabledAt ?? ctx.now) : null,
      })
      .where(eq(users.id, userId));
    if (disables) await endSessions(tx, userId, ctx.now);
    await recordAudit(tx, ctx, { action: "user.changed", subjectId: userId, reason, details: { ...changes, partnerId: user.partnerId } });
  });
}

/** Ends all sessions of somebody else; the password stays. */
export async function endUserSessions(ctx: SupportContext, userId: string, reason: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "endUserSessions");
  await db.transaction(async (tx) => {
    const { partnerId } = await lockColleague(tx, ctx, userId);
    await endSessions(tx, userId, ctx.now);
    await recordAudit(tx, ctx, { action: "user.sessionsEnded", subjectId: userId, reason, details: { partnerId } });
  });
}

function refuseOtherSide(role: Role, partnerId: string | null): void {
  const possible: readonly Role[] = partnerId === null ? staffRoles : partnerRoles;
  if (possible.includes(role)) return;
  throw new Refusal(`the role ${role} is not one of ${possible.join(", ")}`, { key: "roleOfOtherSide" });
}

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
}

function countLiveSessions(now: Date) {
  return db
    .select({ count: sql`count(*)::int` })
    .from(sessions)
    .where(and(eq(sessions.userId, users.id), isLive(now)));
}

/** Lists a partner's staff, or with null the operator's, newest first. */
export async function listUsers(ctx: SupportContext, partnerId: string | null, query: Keyset): Promise<ListPage<UserOverview>> {
  const { id, email: address, name, role, disabledAt, createdAt, lastSignInAt, passwordHash } = users;
  const page = rowsOfPage(id, query);
  const rows = await db
    .select({
      id,
      email: address,
      name,
      role,
      disabledAt,
      createdAt,
      lastSignInAt,
      passwordHash,
      hasSecondFactor: sql<boolean>`${hasSecondFactor}`,
      sessions: sql<number>`${countLiveSessions(ctx.now)}`,
    })
    .from(users)
    .where(and(partnerId === null ? isNull(users.partnerId) : eq(users.partnerId, partnerId), page.where))
    .orderBy(page.orderBy)
    .limit(page.limit);
  const read = rows.map(({ passwordHash: hash, ...user }) => ({ ...user, hasPassword: hash !== null }));
  return makeListPage(read, query, (user) => user.id);
}
