import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { ManagerContext } from "#lib/account/users/colleagues.ts";
import type { Token } from "#lib/account/users/cookies.ts";
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
