import type { ActingContext, StaffContext } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import type { ConsoleContext } from "#lib/users/contexts.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { SessionUser } from "#lib/users/schema.ts";

/** The first line of what a partner's owners alone do in the developer space, or the operator at the admin command in their place. */
export function assertOwner({ actor, user }: Pick<ActingContext, "actor"> & { user?: Pick<SessionUser, "role"> }): void {
  const isAllowed = user === undefined ? actor.type === "staff" : isAmong("owner", user.role);
  if (!isAllowed) throw new Refusal("this is for owners alone", { key: "ownerOnly" });
}

/** The first line of what support alone does, in the console or at the admin command: claim handlers are the operator's staff, too. */
export function assertSupport(ctx: StaffContext | ConsoleContext): void {
  if ("user" in ctx && !isAmong("support", ctx.user.role)) throw new Refusal("this is for support alone", { key: "supportOnly" });
}

/** Rejects all but claim handlers: support reads claims and does not decide on them. The admin command acts as any of the staff. */
export function assertHandler(ctx: StaffContext | ConsoleContext): void {
  if ("user" in ctx && !isAmong("handler", ctx.user.role)) throw new Refusal("this is for claim handlers alone", { key: "handlerOnly" });
}
