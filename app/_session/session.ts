import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { currentTime } from "#lib/clock.ts";
import { clientAddress } from "#lib/http/request.ts";
import { environments } from "#lib/partners/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { consoleContext, partnerContext, personContext } from "#lib/users/contexts.ts";
import type { ConsoleContext, Occasion, PartnerContext, PersonContext } from "#lib/users/contexts.ts";
import { findSessionUser } from "#lib/users/find-session-user.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { Audience, PartnerAudience, StaffAudience } from "#lib/users/rules/audience.ts";
import type { SessionUser } from "#lib/users/schema.ts";
import { openSession, sessionCookie } from "#lib/users/session.ts";

/** Who is signed in, read from the row once per request; undefined for nobody. */
export const currentUser = cache(async (): Promise<SessionUser | undefined> => {
  const jar = await cookies();
  const session = await openSession(jar.get(sessionCookie)?.value);
  return session && findSessionUser(session);
});

/** Lets in anybody who is signed in. Nobody else sees the page: they sign in and come back to it. */
export async function requirePerson(): Promise<PersonContext> {
  return personContext(await requireUser("signedIn"), await thisOccasion());
}

/**
 * Lets in a partner's staff, or its owners alone, and answers what verbs are given in the environment of the address.
 * No such environment: 404. Another role, or the operator's staff: 403. Call it in every page, as a layout is not run for each.
 */
export async function requirePartner(environment: string, audience: PartnerAudience = "partner"): Promise<PartnerContext> {
  const known = environments.find((name) => name === environment);
  if (known === undefined) notFound();
  return enter(await requireUser(audience), known);
}

/** Lets in the operator's staff, or one of its roles alone; others get 403. Call it in every page. */
export async function requireStaff(audience: StaffAudience = "staff"): Promise<ConsoleContext> {
  return consoleContext(await requireUser(audience), await thisOccasion());
}

async function requireUser(audience: Audience): Promise<SessionUser> {
  const user = await currentUser();
  if (user === undefined) {
    const target = (await headers()).get("x-target") ?? "/";
    redirect(`/sign-in?${new URLSearchParams({ from: target })}`);
  }
  if (!isAmong(audience, user.role)) forbidden();
  return user;
}

const enter = cache(async (user: SessionUser, environment: Environment) => partnerContext(user, environment, await thisOccasion()));

const thisOccasion = cache(async (): Promise<Occasion> => ({ now: currentTime(), address: clientAddress(await headers()) }));

/** Where somebody begins: owners integrate in Development first, everybody else looks at what is real. */
export function homeOf(user: SessionUser): string {
  if (user.partner === null) return "/support";
  return user.role === "owner" ? "/development" : "/production";
}
