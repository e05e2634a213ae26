import type { CurrentSession, SignedIn } from "#lib/account/users/schema.ts";
import type { ActingContext, World } from "#lib/account/worlds/context.ts";
import { env } from "#lib/platform/env.ts";
import { AuthenticationStale, UserError } from "#lib/platform/errors/user-error.ts";
import type sentences from "#lib/platform/i18n/messages/en/identity.json";
import type { Role } from "#lib/platform/roles.ts";

const freshMinutes = 10;

type AuthenticatedContext = Pick<ActingContext, "actor"> &
  ({ now: Date } | { realTime: Date }) & {
    user?: { id?: string; role?: Role };
    session?: Pick<CurrentSession, "authenticatedAt"> & Partial<Pick<CurrentSession, "hasSecondFactor">>;
  };

/** The purpose that the dialog shows when it asks for a proof of identity; the values fill its sentence. */
type Purpose = keyof typeof sentences.purposes;
type Values = Readonly<Record<string, string | number>>;

/** Purposes that move money or give access to production keys; the operator can require a second factor for them. */
const ofMoneyAndKeys: ReadonlySet<Purpose> = new Set<Purpose>([
  "approveRefund",
  "changeAccount",
  "changeKeys",
  "executePayment",
  "executePayments",
  "giveAccess",
  "handToBank",
  "invite",
  "publishPrices",
  "regenerateKey",
  "revealKey",
  "revokeKey",
  "withdrawPrices",
]);

/** Rejects sessions without a recent proof of identity; the pages ask for it and repeat the request. The admin command needs none. */
export function assertRecentlyAuthenticated(ctx: AuthenticatedContext, purpose: Purpose, values: Values = {}): void {
  if (ctx.user === undefined && ctx.actor.type === "staff") return;
  assertHasRequiredFactor(ctx, purpose);
  const since = ctx.session?.authenticatedAt.getTime() ?? -Infinity;
  // A world's time can be moved (rules/sandbox.md#clock-1).
  const now = "realTime" in ctx ? ctx.realTime : ctx.now;
  if (now.getTime() - since <= freshMinutes * 60_000) return;
  throw new AuthenticationStale("confirm that it is you", { key: "authenticationStale", values: { ...values, purpose } });
}

function assertHasRequiredFactor({ user, session }: AuthenticatedContext, purpose: Purpose): void {
  if (!ofMoneyAndKeys.has(purpose) || user?.role === undefined || session?.hasSecondFactor === true) return;
  if (!env.SECOND_FACTOR_FOR_MONEY_AND_KEYS.includes(user.role)) return;
  throw new UserError("set up a second factor first, under Settings, Security", { key: "secondFactorNeeded" });
}

/** Does the same check in production only. */
export function assertRecentlyAuthenticatedInProduction(
  ctx: AuthenticatedContext & { world: Pick<World, "environment"> },
  purpose: Purpose,
): void {
  if (ctx.world.environment === "production") assertRecentlyAuthenticated(ctx, purpose);
}

/** True if the operator requires a second factor for the role and the user has none. */
export function lacksSecondFactor({ user, session }: SignedIn): boolean {
  return env.REQUIRE_SECOND_FACTOR.includes(user.role) && !session.hasSecondFactor;
}
