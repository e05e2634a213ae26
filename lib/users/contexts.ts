import type { ActingContext, Actor, ApiContext, StaffContext } from "#lib/context.ts";
import { enterWorld } from "#lib/partners/find.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { CurrentSession, SessionUser, SignedIn } from "#lib/users/schema.ts";

/** When and from where something is asked. */
export interface Occasion {
  now: Date;
  /** The browser's address. */
  address: string;
}

/** The same, with what a browser tells of itself. */
export interface BrowserOccasion extends Occasion {
  userAgent: string;
  /** Where we are served, as the browser has it in its address bar: passkeys are bound to it. */
  origin: string;
}

/** What verbs about somebody's own account are given. */
export interface PersonContext extends ActingContext, BrowserOccasion {
  address: string;
  user: SessionUser;
  session: CurrentSession;
}

/** What verbs are given that a partner's staff run: what its API key would give them, and who asks. */
export interface PartnerContext extends ApiContext {
  address: string;
  user: SessionUser;
  session: CurrentSession;
}

/** What verbs are given that the operator's staff run. */
export interface ConsoleContext extends StaffContext {
  address: string;
  user: SessionUser;
  session: CurrentSession;
}

export function personContext({ user, session }: SignedIn, occasion: BrowserOccasion): PersonContext {
  const actor: Actor = user.partner === null ? staffActor(user) : partnerActor(user, user.partner.id);
  return { ...occasion, user, session, actor };
}

/** The environment of a partner as one of its staff sees it. */
export async function partnerContext({ user, session }: SignedIn, environment: Environment, occasion: Occasion): Promise<PartnerContext> {
  if (user.partner === null) throw new Error(`${user.id} is nobody's staff`);
  const actor = partnerActor(user, user.partner.id);
  return { ...(await enterWorld({ ...occasion, actor }, user.partner.id, environment)), address: occasion.address, user, session };
}

export function consoleContext({ user, session }: SignedIn, occasion: Occasion): ConsoleContext {
  return { ...occasion, user, session, actor: staffActor(user) };
}

function staffActor(user: SessionUser): StaffContext["actor"] {
  return { type: "staff", name: user.name, userId: user.id };
}

function partnerActor(user: SessionUser, partnerId: string): Actor {
  return { type: "user", userId: user.id, partnerId };
}
