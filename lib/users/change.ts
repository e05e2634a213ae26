import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { StaffContext } from "#lib/context.ts";
import { NotFound, Refusal } from "#lib/refusal.ts";
import { assertSupport } from "#lib/users/assert-support.ts";
import { partnerRoles, staffRoles, userChange } from "#lib/users/schema.ts";
import type { Role, UserChange } from "#lib/users/schema.ts";

/**
 * Changes what somebody may do; in force from their next request on. Disabling ends their sessions for good: enabled again,
 * they sign in anew (portal.md § Sign-in). Nobody changes their own account, so that somebody is always left who can.
 */
export async function changeUser(ctx: StaffContext, userId: string, input: UserChange): Promise<void> {
  assertSupport(ctx);
  const { reason, ...changes } = userChange.parse(input);
  const { role, disabled, name } = changes;
  if (userId === ctx.actor.userId) throw new Refusal("nobody changes their own account: ask a colleague", { key: "ownAccount" });
  await db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
    if (user === undefined) throw new NotFound(`there is no user ${userId}`, { key: "noUser" });
    if (role !== undefined) refuseOtherSide(role, user.partnerId);
    const disables = disabled === true && user.disabledAt === null;
    await tx
      .update(users)
      .set({
        role: role ?? user.role,
        name: name ?? user.name,
        disabledAt: disabled === undefined ? user.disabledAt : disabled ? (user.disabledAt ?? ctx.now) : null,
        ...(disables && { sessionVersion: sql`${users.sessionVersion} + 1` }),
      })
      .where(eq(users.id, userId));
    await noteAudit(tx, ctx, { action: "user.changed", subjectId: userId, reason, details: { ...changes, partnerId: user.partnerId } });
  });
}

function refuseOtherSide(role: Role, partnerId: string | null): void {
  const possible: readonly Role[] = partnerId === null ? staffRoles : partnerRoles;
  if (possible.includes(role)) return;
  throw new Refusal(`the role ${role} is not one of ${possible.join(", ")}`, { key: "roleOfOtherSide" });
}
