import type { Actor } from "#db/schema/security.ts";
import type { CurrentSession, SessionUser, SignedIn } from "#lib/account/users/schema.ts";
import type { ActingContext, ApiContext, StaffContext } from "#lib/account/worlds/context.ts";
import { enterWorld } from "#lib/account/worlds/find.ts";
import type { Environment } from "#lib/platform/environments.ts";

export interface RequestDetails {
  now: Date;
  address: string;
}

export interface BrowserDetails extends RequestDetails {
  userAgent: string;
  /** The origin in the browser's address bar, to which passkeys are bound. */
  origin: string;
}

export interface PersonContext extends ActingContext, BrowserDetails {
  address: string;
  user: SessionUser;
  session: CurrentSession;
}

/** The context of verbs for a partner's staff: that of an API key, with the user. */
export interface PartnerContext extends ApiContext {
  address: string;
  user: SessionUser;
  session: CurrentSession;
}

export interface ConsoleContext extends StaffContext {
  address: string;
  user: SessionUser;
  session: CurrentSession;
}

export function personContext({ user, session }: SignedIn, requestDetails: BrowserDetails): PersonContext {
  const actor: Actor = user.partner === null ? staffActor(user) : partnerActor(user, user.partner.id);
  return { ...requestDetails, user, session, actor };
}

export async function partnerContext(
  { user, session }: SignedIn,
  environment: Environment,
  requestDetails: RequestDetails,
): Promise<PartnerContext> {
  if (user.partner === null) throw new Error(`user ${user.id} has no partner`);
  const actor = partnerActor(user, user.partner.id);
  return {
    ...(await enterWorld({ ...requestDetails, actor }, user.partner.id, environment)),
    address: requestDetails.address,
    user,
    session,
  };
}

export function consoleContext({ user, session }: SignedIn, requestDetails: RequestDetails): ConsoleContext {
  return { ...requestDetails, user, session, actor: staffActor(user) };
}

function staffActor(user: SessionUser): StaffContext["actor"] {
  return { type: "staff", name: user.name, userId: user.id };
}

function partnerActor(user: SessionUser, partnerId: string): Actor {
  return { type: "user", userId: user.id, partnerId };
}
