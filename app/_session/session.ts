import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readRequestDetails } from "#lib/http/request-details.ts";
import { environments } from "#lib/partners/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { recordSecurityEvent } from "#lib/security/note.ts";
import { consoleContext, partnerContext, personContext } from "#lib/users/contexts.ts";
import type { BrowserDetails, PersonContext } from "#lib/users/contexts.ts";
import { sessionCookie } from "#lib/users/cookies.ts";
import { lacksSecondFactor } from "#lib/users/guards.ts";
import { restrict } from "#lib/users/roles.ts";
import type { ContextOf } from "#lib/users/roles.ts";
import { isAmong } from "#lib/users/rules/audience.ts";
import type { Audience, PartnerAudience, StaffAudience } from "#lib/users/rules/audience.ts";
import type { SessionUser, SignedIn } from "#lib/users/schema.ts";
import { findSession } from "#lib/users/sessions.ts";

/** Who is signed in, read from the rows once per request; undefined for nobody. */
const currentSession = cache(async (): Promise<SignedIn | undefined> => {
  const jar = await cookies();
  return findSession(jar.get(sessionCookie)?.value, await thisRequest());
});

export async function currentUser(): Promise<SessionUser | undefined> {
  return (await currentSession())?.user;
}

/**
 * Lets in anybody who is signed in to the page on which a second factor is set up, also those who lack the one that their role needs. Nobody
 * else sees the page: they sign in and come back to it.
 */
export async function requirePersonBeforeSecondFactor(): Promise<{ ctx: PersonContext; isRequired: boolean }> {
  const found = await requireSession();
  return { ctx: personContext(found, await thisRequest()), isRequired: lacksSecondFactor(found) };
}

/**
 * Lets in a partner's staff, or its owners alone, and answers what verbs are given in the environment of the address.
 * No such environment: 404. Another role, or the operator's staff: 403. Call it in every page, as a layout is not run for each.
 */
export async function requirePartner<For extends PartnerAudience = "partner">(
  environment: string,
  audience?: For,
): Promise<ContextOf[For]> {
  const known = environments.find((name) => name === environment);
  if (known === undefined) notFound();
  return restrict(audience ?? ("partner" as For), await enter(await requireSignedIn(audience ?? "partner"), known));
}

/** Finds the owner who reads a public page, in one of their environments; undefined for anybody else, who only reads it. */
export async function findOwner(environment: Environment): Promise<ContextOf["owner"] | undefined> {
  const found = await currentSession();
  return found === undefined || found.user.role !== "owner" || lacksSecondFactor(found)
    ? undefined
    : restrict("owner", await enter(found, environment));
}

/** Lets in the operator's staff, or one of its roles alone; others get 403. Call it in every page. */
export async function requireStaff<For extends StaffAudience = "staff">(audience?: For): Promise<ContextOf[For]> {
  return restrict(audience ?? ("staff" as For), consoleContext(await requireSignedIn(audience ?? "staff"), await thisRequest()));
}

async function requireSignedIn(audience: Audience): Promise<SignedIn> {
  const found = await requireSession();
  if (lacksSecondFactor(found)) redirect("/second-factor");
  if (!isAmong(audience, found.user.role)) {
    const { now, address } = await thisRequest();
    const path = (await headers()).get("x-target") ?? "/";
    recordSecurityEvent({ kind: "pageForbidden", subject: found.user.id, address, detail: `GET ${path.replace(/\?.*$/, "")}`, at: now });
    forbidden();
  }
  return found;
}

async function requireSession(): Promise<SignedIn> {
  const found = await currentSession();
  if (found !== undefined) return found;
  const target = (await headers()).get("x-target") ?? "/";
  redirect(`/sign-in?${new URLSearchParams({ from: target })}`);
}

const enter = cache(async (found: SignedIn, environment: Environment) => partnerContext(found, environment, await thisRequest()));

const thisRequest = cache(async (): Promise<BrowserDetails> => readRequestDetails(await headers()));

/** Where somebody begins: owners integrate in Development first, everybody else looks at what is real. */
export function homeOf(user: SessionUser): string {
  if (user.partner === null) return "/support";
  return user.role === "owner" ? "/development" : "/production";
}
