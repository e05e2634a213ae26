import type { ActingContext } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { SessionUser } from "#lib/users/schema.ts";

/** The first line of what a partner's owners alone do in the developer space, or the operator at the admin command in their place. */
export function assertOwner({ actor, user }: Pick<ActingContext, "actor"> & { user?: Pick<SessionUser, "role"> }): void {
  const isAllowed = user === undefined ? actor.type === "staff" : isAmong("owner", user.role);
  if (!isAllowed) throw new Refusal("this is for owners alone", { key: "ownerOnly" });
}
