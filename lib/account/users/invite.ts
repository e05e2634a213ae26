import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { users } from "#db/schema/users.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { assertStillManages } from "#lib/account/users/colleagues.ts";
import type { ManagerContext } from "#lib/account/users/colleagues.ts";
import type { Token } from "#lib/account/users/cookies.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { mailPasswordLink, makePasswordLink } from "#lib/account/users/password-links.ts";
import { invitation } from "#lib/account/users/schema.ts";
import type { Invitation } from "#lib/account/users/schema.ts";
import { mailAccessChange } from "#lib/account/users/security-mail.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { assertSendsMail } from "#lib/platform/mail/mail.ts";
import { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import type { Role } from "#lib/platform/roles.ts";

/** Invites a user; the link for their first password goes to their mailbox. */
export async function invite(ctx: ManagerContext, input: Invitation): Promise<{ userId: string }> {
  assertRecentlyAuthenticated(ctx, "invite");
  assertSendsMail();
  const invited = invitation.parse(input);
  const { userId } = await createUser(ctx, invited, async (tx, token) => {
    await mailPasswordLink(tx, ctx, "invitation", invited, token);
    await mailAccessChange(tx, ctx, invited, { before: null, after: invited.role });
  });
  return { userId };
}

/** Creates a user at the terminal and returns the link's token. */
export function inviteAtTerminal(ctx: OperatorContext, input: Invitation): Promise<{ userId: string; token: Token }> {
  return createUser(ctx, invitation.parse(input));
}

async function createUser(
  ctx: ManagerContext,
  { partnerId, email, name, role }: Required<Invitation>,
  tell: (tx: Transaction, token: Token) => Promise<void> = async () => undefined,
): Promise<{ userId: string; token: Token }> {
  assertRoleOfSide(role, partnerId);
  const userId = newId("usr");
  return db
    .transaction(async (tx) => {
      await assertStillManages(tx, ctx, partnerId);
      await tx.insert(users).values({ id: userId, email, name, role, partnerId, createdAt: ctx.now });
      const token = await makePasswordLink(tx, userId, ctx.now);
      await recordAudit(tx, ctx, { action: "user.invited", subjectId: userId, details: { email, role, partnerId } });
      await tell(tx, token);
      return { userId, token };
    })
    .catch((error: unknown) => {
      if (violatesConstraint(error, "users_email")) {
        throw new UserError(`there is a user with the e-mail address ${email} already`, { key: "emailTaken", values: { email } });
      }
      if (violatesConstraint(error, "users_partner_id_partners_id_fk")) {
        throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
      }
      throw error;
    });
}

export function assertRoleOfSide(role: Role, partnerId: string | null): void {
  const possible: readonly Role[] = partnerId === null ? staffRoles : partnerRoles;
  if (possible.includes(role)) return;
  throw new UserError(`the role ${role} is not one of ${possible.join(", ")}`, { key: "roleOfOtherSide" });
}
