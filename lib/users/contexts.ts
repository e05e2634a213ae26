import type { ActingContext, Actor, ApiContext, StaffContext } from "#lib/context.ts";
import { enterWorld } from "#lib/partners/find.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { SessionUser } from "#lib/users/schema.ts";

/** When and from where something is asked. */
export interface Occasion {
  now: Date;
  /** The browser's address. */
  address: string;
}

/** What verbs about somebody's own account are given. */
export interface PersonContext extends ActingContext {
  address: string;
  user: SessionUser;
}

/** What verbs are given that a partner's staff run: what its API key would give them, and who asks. */
export interface PartnerContext extends ApiContext {
  address: string;
  user: SessionUser;
}

/** What verbs are given that the operator's staff run. */
export interface ConsoleContext extends StaffContext {
  address: string;
  user: SessionUser;
}

export function personContext(user: SessionUser, occasion: Occasion): PersonContext {
  return user.partner === null ? consoleContext(user, occasion) : { ...occasion, user, actor: partnerActor(user, user.partner.id) };
}

/** The environment of a partner as one of its staff sees it. */
export async function partnerContext(user: SessionUser, environment: Environment, occasion: Occasion): Promise<PartnerContext> {
  if (user.partner === null) throw new Error(`${user.id} is nobody's staff`);
  const actor = partnerActor(user, user.partner.id);
  return { ...(await enterWorld({ ...occasion, actor }, user.partner.id, environment)), address: occasion.address, user };
}

export function consoleContext(user: SessionUser, occasion: Occasion): ConsoleContext {
  return { ...occasion, user, actor: { type: "staff", name: user.name, userId: user.id } };
}

function partnerActor(user: SessionUser, partnerId: string): Actor {
  return { type: "user", userId: user.id, partnerId };
}
