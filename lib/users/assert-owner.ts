import type { PortalContext } from "#lib/context.ts";
import { Refusal } from "#lib/refusal.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { SessionUser } from "#lib/users/schema.ts";

/** The first line of what a partner's owners alone do in the developer space; without a user it is the operator, in their place. */
export function assertOwner({ user }: Pick<PortalContext, "world"> & { user?: Pick<SessionUser, "role"> }): void {
  if (user !== undefined && !isAmong("owner", user.role)) throw new Refusal("this is for owners alone", { key: "ownerOnly" });
}
