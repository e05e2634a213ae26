import type { OperatorContext } from "#lib/context.ts";
import { ownAddress } from "#lib/own-address.ts";
import { changeUser, invite, listUsers } from "#lib/users/administration.ts";
import { replacePasswordLink } from "#lib/users/password-links.ts";
import type { Role } from "#lib/users/schema-roles.ts";
import { findUserId, removeSecondFactors } from "#lib/users/second-factors.ts";
import type { Answer } from "#scripts/admin/commands.ts";
import { table } from "#scripts/admin/text.ts";

export interface InviteOptions {
  name: string;
  role: Extract<Role, "support" | "handler">;
}

const mostStaff = 200;

interface Reasoned {
  reason: string;
}

/** Invites the operator's first users, who invite everybody else in the console. */
export async function inviteStaff(ctx: OperatorContext, email: string, { name, role }: InviteOptions): Promise<Answer> {
  const { userId, token } = await invite(ctx, { partnerId: null, role, email, name });
  return answerLink(userId, token, `${name} is invited (${role}).`);
}

/** Lists the operator's staff, as the console does. */
export async function listStaff(ctx: OperatorContext): Promise<Answer> {
  const { rows } = await listUsers(ctx, null, { limit: mostStaff });
  const cells = rows.map(({ email, name, role, disabledAt, hasPassword, hasSecondFactor, lastSignInAt }) => [
    email,
    name,
    role,
    disabledAt !== null ? "disabled" : hasPassword ? "active" : "invited",
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
  const { token } = await replacePasswordLink(ctx, userId, reason);
  return answerLink(userId, token, `The links of ${email} before this one no longer work.`);
}

function answerLink(userId: string, token: string, news: string): Answer {
  const link = ownAddress(`/password/${token}`);
  return { data: { userId, link }, text: `${news} Here they choose a password, once, within seven days:\n${link}` };
}

export async function removeUserFactors(ctx: OperatorContext, email: string, { reason }: Reasoned): Promise<Answer> {
  const userId = await findUserId(email);
  await removeSecondFactors(ctx, userId, reason);
  return { data: { userId }, text: `${email} has no second factor any more and is signed out everywhere.` };
}
