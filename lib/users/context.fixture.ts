import type { ApiContext } from "#lib/context.ts";
import type { PartnerContext } from "#lib/users/contexts.ts";

/** What verbs of the portal are given for one of the partner's staff, in the world of a call's context. */
export function asPerson(ctx: ApiContext, role: "owner" | "member"): PartnerContext {
  const { partnerId } = ctx.world;
  const user = { id: "usr_test", email: "ada@people.example", name: "Ada Martin", role, partner: { id: partnerId, name: "partner" } };
  return { ...ctx, actor: { type: "user", userId: user.id, partnerId }, address: "127.0.0.1", user };
}
