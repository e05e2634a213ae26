import type { ConsoleContext, PartnerContext } from "#lib/account/users/contexts.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { SessionUser } from "#lib/account/users/schema.ts";
import type { ActingContext, HasRole, OperatorContext, PortalContext, StaffContext, TeamContext } from "#lib/account/worlds/context.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** The context that the verbs of each audience get. */
export interface ContextOf {
  partner: PartnerContext;
  owner: PartnerContext & HasRole<Granted["owner"]>;
  developer: PartnerContext & HasRole<"developer">;
  member: PartnerContext & HasRole<"member">;
  operator: ConsoleContext;
  administrator: ConsoleContext & HasRole<"administrator">;
  staff: ConsoleContext;
  support: ConsoleContext & HasRole<"support">;
  handler: ConsoleContext & HasRole<"handler">;
}

/** The roles that a checked context has: an owner has those of everybody else of the partner. */
interface Granted {
  owner: "owner" | "developer" | "member";
  developer: "developer";
  member: "member";
  administrator: "administrator";
  support: "support";
  handler: "handler";
}

/** Returns a check that rejects people of another audience, and marks the context of the others in its type. */
const allow =
  <For extends keyof Granted>(audience: For, refuse: () => UserError) =>
  <Context extends { user: Pick<SessionUser, "role"> }>(ctx: Context): Context & HasRole<Granted[For]> => {
    if (isAmong(audience, ctx.user.role)) return ctx as Context & HasRole<Granted[For]>;
    throw refuse();
  };

/** Owners of a partner. */
export const asOwner = allow("owner", () => new UserError("this is for owners alone", { key: "ownerOnly" }));
/** A partner's people who see the developer space. */
export const asDeveloper = allow("developer", () => new UserError("this is for developers and owners alone", { key: "developerOnly" }));
/** A partner's people who see contracts, claims and statements. */
const asMember = allow("member", () => new UserError("this is for members and owners alone", { key: "memberOnly" }));
/** Those who manage the operator's staff. */
export const asAdministrator = allow(
  "administrator",
  () => new UserError("this is for administrators alone", { key: "administratorOnly" }),
);
/** Support; claim handlers are staff too. */
export const asSupport = allow("support", () => new UserError("this is for support alone", { key: "supportOnly" }));
/** Claim handlers; support only reads claims. */
export const asHandler = allow("handler", () => new UserError("this is for claim handlers alone", { key: "handlerOnly" }));

/** Rejects all but a partner's owners, who manage its people. */
export function asTeamOwner<Context extends ActingContext & { user: Pick<SessionUser, "role"> }>(ctx: Context): Context & TeamContext {
  return asOwner(ctx) as Context & TeamContext;
}

type PersonOrOperator = Pick<PortalContext, "actor"> & { user?: Pick<SessionUser, "role"> };

/** Rejects all but owners in Production, whose keys are theirs (rules/authority.md#roles-9). */
export function assertOwnerInProduction(ctx: PersonOrOperator & Pick<PortalContext, "world">): void {
  if (ctx.world.environment === "production") assertOwner(ctx);
}

/** Rejects all but owners. The admin command has no user. */
export function assertOwner({ user, actor }: PersonOrOperator): void {
  if (user === undefined && actor.type === "staff") return;
  if (user?.role !== "owner") throw new UserError("this is for owners alone", { key: "ownerOnly" });
}

type UserContext = PartnerContext | ConsoleContext;
const unrestricted = (ctx: UserContext): UserContext => ctx;
const restrictions: Record<keyof ContextOf, (ctx: UserContext) => UserContext> = {
  partner: unrestricted,
  owner: asOwner,
  developer: asDeveloper,
  member: asMember,
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
