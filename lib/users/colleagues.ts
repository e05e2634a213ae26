import { inArray } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { SupportContext } from "#lib/context.ts";
import { NotFound, Refusal } from "#lib/errors/refusal.ts";

type User = typeof users.$inferSelect;

/** Locks the user and whoever acts, who must still be support: of two who disable each other one is refused. */
export async function lockColleague(tx: Transaction, ctx: SupportContext, userId: string): Promise<User> {
  if (userId === ctx.actor.userId) throw new Refusal("nobody changes their own account: ask a colleague", { key: "ownAccount" });
  const user = (await lockWithActing(tx, ctx, [userId])).find(({ id }) => id === userId);
  if (user === undefined) throw new NotFound(`there is no user ${userId}`, { key: "noUser" });
  return user;
}

/** Locks whoever acts, who must still be support. */
export async function assertStillSupport(tx: Transaction, ctx: SupportContext): Promise<void> {
  await lockWithActing(tx, ctx, []);
}

async function lockWithActing(tx: Transaction, { actor }: SupportContext, userIds: readonly string[]): Promise<User[]> {
  const ids = actor.userId === undefined ? userIds : [...userIds, actor.userId];
  const locked = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for("update");
  if (actor.userId === undefined) return locked;
  const acting = locked.find(({ id }) => id === actor.userId);
  if (acting?.disabledAt !== null) throw new Refusal("this session is over", { key: "signedOut" });
  if (acting.role !== "support") throw new Refusal("this is for support alone", { key: "supportOnly" });
  return locked;
}
