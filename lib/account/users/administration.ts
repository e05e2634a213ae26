import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { recordAudit, withBefore } from "#lib/account/audit/record.ts";
import { lockColleague } from "#lib/account/users/colleagues.ts";
import type { ManagerContext } from "#lib/account/users/colleagues.ts";
import type { PersonContext } from "#lib/account/users/contexts.ts";
import { assertRecentlyAuthenticated } from "#lib/account/users/guards.ts";
import { assertRoleOfSide } from "#lib/account/users/invite.ts";
import { ownName, teamChange, userChange } from "#lib/account/users/schema.ts";
import type { TeamChange, UserChange } from "#lib/account/users/schema.ts";
import { mailAccessChange } from "#lib/account/users/security-mail.ts";
import { endSessions } from "#lib/account/users/sessions.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import type { Role } from "#lib/platform/roles.ts";

/**
 * Changes a user; disabling ends their sessions (rules/authority.md#signin-3). Nobody can change their own account. The last active
 * administrator stays, and the last active owner of a partner unless the change says that it leaves none.
 */
export async function changeUser(ctx: ManagerContext, userId: string, input: UserChange | TeamChange): Promise<void> {
  const { reason, leavesNoOwner, ...changes } = isTeam(ctx) ? { ...teamChange.parse(input), ...notOfTeam } : userChange.parse(input);
  const { role, disabled, name } = changes;
  const givesAccess = disabled === false || (role !== undefined && role !== "member");
  assertRecentlyAuthenticated(ctx, givesAccess ? "giveAccess" : "changeUser");
  await db.transaction(async (tx) => {
    const { user: locked, isLastInCharge } = await lockColleague(tx, ctx, userId);
    if (role !== undefined) assertRoleOfSide(role, locked.partnerId);
    const disables = disabled === true && locked.disabledAt === null;
    const isDemoted = role !== undefined && role !== locked.role;
    if (isLastInCharge && (disables || isDemoted)) assertMayLeave(locked, leavesNoOwner);
    const changed = {
      role: role ?? locked.role,
      name: name ?? locked.name,
      disabledAt: disabled === undefined ? locked.disabledAt : disabled ? (locked.disabledAt ?? ctx.now) : null,
    };
    await tx.update(users).set(changed).where(eq(users.id, userId));
    if (disables) await endSessions(tx, userId, ctx.now);
    const before = { role: locked.role, disabled: locked.disabledAt !== null };
    const details = { ...withBefore(changes, before), ...(leavesNoOwner === true && { leavesNoOwner }), partnerId: locked.partnerId };
    await recordAudit(tx, ctx, { action: "user.changed", subjectId: userId, reason, details });
    await mailAccessChange(tx, ctx, locked, { before: roleHeld(locked), after: roleHeld(changed) });
  });
}

/** Owners rename only themselves, and their partner keeps an owner: them. */
const notOfTeam = { leavesNoOwner: undefined, name: undefined };

function isTeam({ actor }: ManagerContext): boolean {
  return actor.type === "user";
}

function roleHeld({ role, disabledAt }: Pick<typeof users.$inferSelect, "role" | "disabledAt">): Role | null {
  return disabledAt === null ? role : null;
}

function assertMayLeave({ name, partnerId }: typeof users.$inferSelect, leavesNoOwner: boolean | undefined): void {
  if (partnerId === null) {
    throw new UserError(`${name} is the last active administrator: make somebody else one first`, {
      key: "lastAdministrator",
      values: { name },
    });
  }
  if (leavesNoOwner === true) return;
  throw new UserError(`${name} is the last active owner of the partner: make somebody else one first, or confirm that nobody is`, {
    key: "lastOwner",
    values: { name },
  });
}

/** Ends all sessions of somebody else; the password stays. */
export async function endUserSessions(ctx: ManagerContext, userId: string, reason: string): Promise<void> {
  assertRecentlyAuthenticated(ctx, "endUserSessions");
  await db.transaction(async (tx) => {
    const { user } = await lockColleague(tx, ctx, userId);
    await endSessions(tx, userId, ctx.now);
    await recordAudit(tx, ctx, { action: "user.sessionsEnded", subjectId: userId, reason, details: { partnerId: user.partnerId } });
  });
}

export async function changeOwnName(ctx: PersonContext, input: { name: string }): Promise<void> {
  const { name } = ownName.parse(input);
  await db.transaction(async (tx) => {
    await tx.update(users).set({ name }).where(eq(users.id, ctx.user.id));
    await recordAudit(tx, ctx, { action: "user.nameChanged", subjectId: ctx.user.id, details: { name } });
  });
}
