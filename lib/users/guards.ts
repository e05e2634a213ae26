import type { ActingContext, StaffContext } from "#lib/context.ts";
import { env } from "#lib/env.ts";
import { AuthenticationStale, Refusal } from "#lib/refusal.ts";
import type { ConsoleContext } from "#lib/users/contexts.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { CurrentSession, SessionUser, SignedIn } from "#lib/users/schema.ts";

/** For how long after a sign-in or a re-authentication somebody need not prove again who they are. */
const freshMinutes = 10;

/** The first line of what a partner's owners alone do in the developer space, or the operator at the admin command in their place. */
export function assertOwner({ actor, user }: Pick<ActingContext, "actor"> & { user?: Pick<SessionUser, "role"> }): void {
  const isLetIn = user === undefined ? actor.type === "staff" : isAmong("owner", user.role);
  if (!isLetIn) throw new Refusal("this is for owners alone", { key: "ownerOnly" });
}

/** The first line of what support alone does, in the console or at the admin command: claim handlers are the operator's staff, too. */
export function assertSupport(ctx: StaffContext | ConsoleContext): void {
  if ("user" in ctx && !isAmong("support", ctx.user.role)) throw new Refusal("this is for support alone", { key: "supportOnly" });
}

/** Rejects all but claim handlers: support reads claims and does not decide on them. The admin command acts as any of the staff. */
export function assertHandler(ctx: StaffContext | ConsoleContext): void {
  if ("user" in ctx && !isAmong("handler", ctx.user.role)) throw new Refusal("this is for claim handlers alone", { key: "handlerOnly" });
}

/**
 * The second line of what a stolen session must not do: the user has proved who they are within the last ten minutes. The pages then
 * ask for it and send the request again. The operator at the admin command has a shell on the machine.
 */
export function assertRecentlyAuthenticated(
  ctx: Pick<ActingContext, "actor"> &
    ({ now: Date } | { realTime: Date }) & { user?: unknown; session?: Pick<CurrentSession, "authenticatedAt"> },
): void {
  if (ctx.user === undefined && ctx.actor.type === "staff") return;
  const since = ctx.session?.authenticatedAt.getTime() ?? -Infinity;
  // A world's time can be moved (resolutions.md § 15).
  const now = "realTime" in ctx ? ctx.realTime : ctx.now;
  if (now.getTime() - since <= freshMinutes * 60_000) return;
  throw new AuthenticationStale("confirm that it is you", { key: "authenticationStale" });
}

/** Whether somebody has yet to set up the second factor that the operator requires of their role. */
export function lacksSecondFactor({ user, session }: SignedIn): boolean {
  return env.REQUIRE_SECOND_FACTOR.includes(user.role) && !session.hasSecondFactor;
}
