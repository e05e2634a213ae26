import { changeUser } from "#lib/account/users/administration.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { invite, inviteAtTerminal } from "#lib/account/users/invite.ts";
import { listStaff as listAllStaff } from "#lib/account/users/list.ts";
import { replaceLinkAtTerminal, sendPasswordLink } from "#lib/account/users/password-links.ts";
import type { Invitation } from "#lib/account/users/schema.ts";
import { findUserId, removeSecondFactors } from "#lib/account/users/second-factors.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { findPartner } from "#lib/account/worlds/find.ts";
import { sendsMail } from "#lib/platform/mail/mail.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import type { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { table } from "#scripts/admin/text.ts";

interface InviteOptions<Role> {
  name: string;
  role: Role;
}

export type StaffOptions = InviteOptions<(typeof staffRoles)[number]>;
export type UserOptions = InviteOptions<(typeof partnerRoles)[number]>;

const mostStaff = 200;

interface Reasoned {
  reason: string;
}

/** Invites the first administrator of the operator's staff, who invites the others in the console. */
export function inviteStaff(ctx: OperatorContext, email: string, options: StaffOptions): Promise<Answer> {
  return invitePerson(ctx, { partnerId: null, email, ...options });
}

export async function inviteUser(ctx: OperatorContext, idOrName: string, email: string, options: UserOptions): Promise<Answer> {
  return invitePerson(ctx, { partnerId: (await findPartner(idOrName)).id, email, ...options });
}

/** The link goes to the person's mailbox; the terminal prints it only where the installation sends no e-mail. */
async function invitePerson(ctx: OperatorContext, person: Invitation): Promise<Answer> {
  const news = `${person.name} is invited (${person.role}).`;
  if (sendsMail()) return answerMailed(person.email, news, await invite(ctx, person));
  const { userId, token } = await inviteAtTerminal(ctx, person);
  return answerLink(userId, token, news);
}

/** Lists the operator's staff, as the console does. */
export async function listStaff(ctx: OperatorContext): Promise<Answer> {
  const { rows } = await listAllStaff(ctx, { limit: mostStaff });
  const cells = rows.map(({ email, name, role, disabledAt, hasPassword, hasSecondFactor, lastSignInAt }) => [
    email,
    name,
    role,
    disabledAt !== null ? "suspended" : hasPassword ? "active" : "invited",
    hasSecondFactor ? "yes" : "no",
    lastSignInAt,
  ]);
  return { data: rows, text: table([["E-MAIL", "NAME", "ROLE", "STATE", "SECOND FACTOR", "LAST SIGN-IN"], ...cells]) };
}

/** Disables a user, or enables them again. */
export async function setDisabled(ctx: OperatorContext, email: string, disabled: boolean, { reason }: Reasoned): Promise<Answer> {
  const userId = await findUserId(email);
  await changeUser(ctx, userId, { disabled, reason });
  const news = disabled ? "can no longer sign in, and is signed out everywhere" : "can sign in again";
  return { data: { userId, disabled }, text: `${email} ${news}.` };
}

export async function renewLink(ctx: OperatorContext, email: string, { reason }: Reasoned): Promise<Answer> {
  const userId = await findUserId(email);
  const news = `The links of ${email} before this one no longer work.`;
  if (sendsMail()) {
    await sendPasswordLink(ctx, userId, reason);
    return answerMailed(email, news, { userId });
  }
  const { token } = await replaceLinkAtTerminal(ctx, userId, reason);
  return answerLink(userId, token, news);
}

function answerLink(userId: string, token: Token, news: string): Answer {
  const link = ownAddress(`/password/${token}`);
  return { data: { userId, link }, text: `${news} Here they choose a password, once, within seven days:\n${link}` };
}

function answerMailed(email: string, news: string, data: { userId: string }): Answer {
  return { data, text: `${news} Covergate mails ${email} a link to choose a password, once, within seven days.` };
}

export async function removeUserFactors(ctx: OperatorContext, email: string, { reason }: Reasoned): Promise<Answer> {
  const userId = await findUserId(email);
  await removeSecondFactors(ctx, userId, reason);
  return { data: { userId }, text: `${email} has no second factor any more and is signed out everywhere.` };
}
