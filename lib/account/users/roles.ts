import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import type { SessionUser } from "#lib/account/users/schema.ts";
import type { ActingContext, HasRole, OperatorContext, StaffContext, TeamContext } from "#lib/account/worlds/context.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** The context that the verbs of each audience get. */
export interface ContextOf {
  partner: PartnerContext;
  owner: PartnerContext & HasRole<"owner">;
  operator: ConsoleContext;
  administrator: ConsoleContext & HasRole<"administrator">;
  staff: ConsoleContext;
  support: ConsoleContext & HasRole<"support">;
  handler: ConsoleContext & HasRole<"handler">;
}

/** Rejects all but a partner's owners. */
export function asOwner<Context extends { user: Pick<SessionUser, "role"> }>(ctx: Context): Context & HasRole<"owner"> {
  if (ctx.user.role !== "owner") throw new UserError("this is for owners alone", { key: "ownerOnly" });
  return ctx as Context & HasRole<"owner">;
}

/** Rejects all but a partner's owners, who manage its people. */
export function asTeamOwner<Context extends ActingContext & { user: Pick<SessionUser, "role"> }>(ctx: Context): Context & TeamContext {
  return asOwner(ctx) as Context & TeamContext;
}

/** Rejects all but those who manage the operator's staff. */
export function asAdministrator<Context extends { user: Pick<SessionUser, "role"> }>(ctx: Context): Context & HasRole<"administrator"> {
  if (ctx.user.role !== "administrator") throw new UserError("this is for administrators alone", { key: "administratorOnly" });
  return ctx as Context & HasRole<"administrator">;
}

/** Rejects all but support; claim handlers are staff too. */
export function asSupport<Context extends { user: Pick<SessionUser, "role"> }>(ctx: Context): Context & HasRole<"support"> {
  if (ctx.user.role !== "support") throw new UserError("this is for support alone", { key: "supportOnly" });
  return ctx as Context & HasRole<"support">;
}

/** Rejects all but claim handlers; support only reads claims. */
export function asHandler<Context extends { user: Pick<SessionUser, "role"> }>(ctx: Context): Context & HasRole<"handler"> {
  if (ctx.user.role !== "handler") throw new UserError("this is for claim handlers alone", { key: "handlerOnly" });
  return ctx as Context & HasRole<"handler">;
}

type UserContext = PartnerContext | ConsoleContext;
const unrestricted = (ctx: UserContext): UserContext => ctx;
const restrictions: Record<keyof ContextOf, (ctx: UserContext) => UserContext> = {
  partner: unrestricted,
  owner: asOwner,
  operator: unrestricted,
  administrator: asAdministrator,
  staff: unrestricted,
  support: asSupport,
  handler: asHandler,
};

/** Returns the context for verbs of the audience; rejects users with another role. */
export function restrict<For extends keyof ContextOf>(audience: For, ctx: UserContext): ContextOf[For] {
  return restrictions[audience](ctx) as ContextOf[For];
}

/** The context of the admin command, and of work that the operator runs in nobody else's name. */
export function operatorContext(name: string, now: Date): OperatorContext {
  return { now, actor: { type: "staff", name }, address: null } satisfies StaffContext as OperatorContext;
}
