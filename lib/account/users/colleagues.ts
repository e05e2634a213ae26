import { and, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { AdministratorContext, SupportContext, TeamContext } from "#lib/account/worlds/context.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

type User = typeof users.$inferSelect;

/**
 * Support manages partners' users, an administrator the operator's staff, and an owner the people of their partner
 * (rules/authority.md#roles-2, #team-1). Every change checks this against the rows of both.
 */
export type ManagerContext = SupportContext | AdministratorContext | TeamContext;

/** True if the row is that of somebody who can sign in, and could manage their side's users or keys. */
export const isInCharge = and(
  inArray(users.role, ["owner", "administrator"]),
  isNull(users.disabledAt),
  or(isNotNull(users.passwordHash), isNotNull(users.lastSignInAt)),
);

interface Colleague {
  user: User;
  /** True for the last active owner of a partner, and for the last active administrator. */
  isLastInCharge: boolean;
}

/**
 * Locks the user, the actor, and the people in charge on the user's side, in one order. If two disable each other, one is refused; if
 * two disable the last two in charge, one is refused too.
 */
export async function lockColleague(tx: Transaction, ctx: ManagerContext, userId: string): Promise<Colleague> {
  if (userId === ctx.actor.userId) throw new UserError("nobody changes their own account: ask a colleague", { key: "ownAccount" });
  const locked = await tx
    .select({ user: users, isInCharge: sql<boolean>`${isInCharge}` })
    .from(users)
    .where(
      or(
        inArray(users.id, [userId, ...actingIds(ctx)]),
        and(isInCharge, sql`${users.partnerId} is not distinct from (select partner_id from users where id = ${userId})`),
      ),
    )
    .orderBy(users.id)
    .for("update");
  const colleague = locked.find(({ user }) => user.id === userId);
  if (colleague === undefined) throw new NotFound(`there is no user ${userId}`, { key: "noUser" });
  const { user } = colleague;
  if (ctx.actor.type === "user" && user.partnerId !== ctx.actor.partnerId) {
    throw new NotFound(`there is no user ${userId}`, { key: "noUser" });
  }
  const rows = locked.map((row) => row.user);
  assertManages(rows, ctx, user.partnerId);
  const others = locked.filter((row) => row.isInCharge && row.user.partnerId === user.partnerId && row.user.id !== userId);
  return { user, isLastInCharge: colleague.isInCharge && others.length === 0 };
}

/** Locks the actor, who must still manage the users of the side: of a partner, or with null the operator. */
export async function assertStillManages(tx: Transaction, ctx: ManagerContext, partnerId: string | null): Promise<void> {
  const locked = await tx
    .select()
    .from(users)
    .where(inArray(users.id, actingIds(ctx)))
    .for("update");
  assertManages(locked, ctx, partnerId);
}

/** The id of the acting user; empty at the admin command, which may do everything. */
function actingIds({ actor }: ManagerContext): string[] {
  return actor.userId === undefined ? [] : [actor.userId];
}

function assertManages(locked: readonly User[], { actor }: ManagerContext, partnerId: string | null): void {
  if (actor.userId === undefined) return;
  const acting = locked.find(({ id }) => id === actor.userId);
  if (acting?.disabledAt !== null) throw new UserError("this session is over", { key: "signedOut" });
  if (partnerId === null && acting.role !== "administrator") {
    throw new UserError("this is for administrators alone", { key: "administratorOnly" });
  }
  if (partnerId === null || acting.role === "support") return;
  if (acting.partnerId !== partnerId) throw new UserError("this is for support alone", { key: "supportOnly" });
  if (acting.role !== "owner") throw new UserError("this is for owners alone", { key: "ownerOnly" });
}
