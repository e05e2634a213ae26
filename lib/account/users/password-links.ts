import { and, eq, gt, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { passwordLinks, users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { lockColleague } from "#lib/account/users/colleagues.ts";
import type { ManagerContext } from "#lib/account/users/colleagues.ts";
import { hashToken, newToken } from "#lib/account/users/cookies.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { assertSendsMail } from "#lib/platform/mail/mail.ts";
import { writeNotice } from "#lib/platform/mail/write-notice.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import type { Role } from "#lib/platform/roles.ts";

interface Person {
  email: string;
  name: string;
  role: Role;
  /** Null for the operator's staff. */
  partnerId: string | null;
}

const subjects = {
  invitation: "Your Covergate account / Votre compte Covergate",
  newPassword: "Choose a new password / Choisissez un nouveau mot de passe",
};

const newPassword = {
  en: "support was asked for a new password for your account. Choose it here, within seven days. The link works once. If it was not you who asked, tell support; your password works until then:",
  fr: "un nouveau mot de passe a été demandé au support pour votre compte. Choisissez-le ici, sous sept jours. Le lien ne sert qu’une fois. Si ce n’était pas vous, prévenez le support ; votre mot de passe reste valable :",
};

const roleNames: Record<Role, readonly [en: string, fr: string]> = {
  owner: ["Owner", "Propriétaire"],
  developer: ["Developer", "Développeur"],
  "developer-member": ["Developer and member", "Développeur et membre"],
  member: ["Member", "Membre"],
  administrator: ["Administrator", "Administrateur"],
  support: ["Support", "Support"],
  handler: ["Claim handler", "Gestionnaire"],
};

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

/** Mails a one-time link to the person it is for, in both languages, since theirs is unknown. */
export async function mailPasswordLink(
  tx: Transaction,
  ctx: ManagerContext,
  occasion: keyof typeof subjects,
  person: Person,
  token: Token,
): Promise<void> {
  const { email, name, partnerId } = person;
  const text = occasion === "newPassword" ? newPassword : await writeInvitation(tx, ctx, person);
  const link = ownAddress(`/password/${token}`);
  const lines = [`Hello ${name},`, text.en, link, "", `Bonjour ${name},`, text.fr, link];
  await writeNotice(tx, { kind: "invitation", to: [email], partnerId, subject: subjects[occasion], text: lines.join("\n") }, ctx.now);
}

/** Names who invites, to which company and with which role, so that nobody takes the message for a fraud. */
async function writeInvitation(tx: Transaction, { actor }: ManagerContext, { partnerId, role }: Person): Promise<typeof newPassword> {
  const [en, fr] = roleNames[role];
  const [company] = partnerId === null ? [] : await tx.select({ name: partners.name }).from(partners).where(eq(partners.id, partnerId));
  const [inviter] = actor.type === "staff" ? [] : await tx.select({ name: users.name }).from(users).where(eq(users.id, actor.userId));
  const bySupport = actor.type === "staff" && company !== undefined;
  const name = actor.type === "staff" ? actor.name : (inviter?.name ?? actor.userId);
  const [by, par] = bySupport ? ["Covergate’s support", "le support de Covergate"] : [name, name];
  const [of, de] = company === undefined ? ["the staff of Covergate", "l’équipe de Covergate"] : [company.name, company.name];
  return {
    en: `${by} invites you to join ${of} on Covergate, with the role “${en}”. Choose your password here, within seven days. The link works once:`,
    fr: `${par} vous invite à rejoindre ${de} sur Covergate, avec le rôle « ${fr} ». Choisissez votre mot de passe ici, sous sept jours. Le lien ne sert qu’une fois :`,
  };
}
