import { Refusal } from "#lib/refusal.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";
import { isAmong } from "#lib/users/rules/audience.ts";

/** The first line of what a partner's owners alone see, wherever it is asked for beside what members see, too. */
export function assertOwner({ user }: Pick<PartnerContext, "user">): void {
  if (!isAmong("owner", user.role)) throw new Refusal("this is for owners alone", { key: "ownerOnly" });
}
