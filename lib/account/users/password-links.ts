import { and, eq, gt, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { passwordLinks, users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { lockColleague } from "#lib/account/users/colleagues.ts";
import type { ManagerContext } from "#lib/account/users/colleagues.ts";
import { hashToken, newToken } from "#lib/account/users/cookies.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { mailPasswordLink } from "#lib/account/users/password-link-mail.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { assertSendsMail } from "#lib/platform/mail/mail.ts";

const validDays = 7;

/** Makes a one-time link for a password; earlier links stay valid until one is used. */
export async function makePasswordLink(tx: Transaction, userId: string, now: Date): Promise<Token> {
  const token = newToken();
  await tx
    .insert(passwordLinks)
    .values({ tokenHash: hashToken(token), userId, createdAt: now, expiresAt: new Date(now.getTime() + validDays * 86_400_000) });
  return token;
}

/** Voids a user's one-time links. */
export async function voidLinks(tx: Transaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordLinks)
    .set({ usedAt: now })
    .where(and(eq(passwordLinks.userId, userId), isNull(passwordLinks.usedAt)));
}

export function isUsable(token: string, now: Date): SQL | undefined {
  return and(eq(passwordLinks.tokenHash, hashToken(token)), isNull(passwordLinks.usedAt), gt(passwordLinks.expiresAt, now));
}

export async function findPasswordLink(token: string, now: Date): Promise<{ name: string; email: string } | undefined> {
  const [link] = await db
    .select({ name: users.name, email: users.email })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(isUsable(token, now), isNull(users.disabledAt)));
  return link;
}

/** Replaces a user's one-time links by a new one, which goes to their mailbox. */
export async function sendPasswordLink(ctx: ManagerContext, userId: string, reason: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "replacePasswordLink");
  await db.transaction(async (tx) => {
    const { user, token } = await replaceLinks(tx, ctx, userId, reason);
    // After the look-up, so that people of other partners do not exist here either.
    assertSendsMail();
    await mailPasswordLink(tx, ctx, user.passwordHash === null ? "invitation" : "newPassword", user, token);
  });
}

/** Replaces a password link at the terminal and returns its token. */
export async function replaceLinkAtTerminal(ctx: OperatorContext, userId: string, reason: string): Promise<{ token: Token }> {
  const { token } = await db.transaction((tx) => replaceLinks(tx, ctx, userId, reason));
  return { token };
}

async function replaceLinks(
  tx: Transaction,
  ctx: ManagerContext,
  userId: string,
  reason: string,
): Promise<{ user: typeof users.$inferSelect; token: Token }> {
  const { user } = await lockColleague(tx, ctx, userId);
  if (user.disabledAt !== null) throw new NotFound(`there is no user ${userId} who could sign in`, { key: "noUser" });
  await voidLinks(tx, userId, ctx.now);
  await recordAudit(tx, ctx, { action: "user.linkRenewed", subjectId: userId, reason });
  return { user, token: await makePasswordLink(tx, userId, ctx.now) };
}
