import { cookies, headers } from "next/headers";
import { forbidden, notFound, redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { cache } from "react";
import { ZodError } from "zod";
import { recordSecurityEvent } from "#lib/account/security-events/note.ts";
import { consoleContext, partnerContext, personContext } from "#lib/account/users/contexts.ts";
import type { BrowserDetails, PersonContext } from "#lib/account/users/contexts.ts";
import { sessionCookie } from "#lib/account/users/cookies.ts";
import { lacksSecondFactor } from "#lib/account/users/guards.ts";
import { restrict } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import { isAmong } from "#lib/account/users/rules/authority.ts";
import type { Audience, PartnerAudience, StaffAudience } from "#lib/account/users/rules/authority.ts";
import type { SessionUser, SignedIn } from "#lib/account/users/schema.ts";
import { findSession } from "#lib/account/users/sessions.ts";
import { isNotFoundError } from "#lib/api/portal/portal.ts";
import { readRequestDetails } from "#lib/api/request.ts";
import { environments } from "#lib/platform/environments.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** The props of a page of a world; `Name` is the other placeholder of its address. */
export interface WorldPageProps<Name extends string = never> {
  params: Promise<Record<"environment" | Name, string>>;
  searchParams: Promise<SearchParams>;
}

/** The signed-in user, read from the database once per request; undefined if nobody is signed in. */
const currentSession = cache(async (): Promise<SignedIn | undefined> => {
  const jar = await cookies();
  return findSession(jar.get(sessionCookie)?.value, await thisRequest());
});

export async function currentUser(): Promise<SessionUser | undefined> {
  return (await currentSession())?.user;
}

/**
 * Like `requirePerson`, but also admits users who still have to set up a required second factor. Others are sent to sign in and return
 * here.
 */
export async function requirePersonBeforeSecondFactor(): Promise<{ ctx: PersonContext; isRequired: boolean }> {
  const signedIn = await requireSession();
  return { ctx: personContext(signedIn, await thisRequest()), isRequired: lacksSecondFactor(signedIn) };
}

/**
 * Requires somebody of the audience and returns the context of the address's environment. An unknown environment answers 404; another
 * role and the operator's staff get 403. Call it in every page, since a layout does not run for each.
 */
export async function requirePartner<For extends PartnerAudience = "partner">(
  environment: string,
  audience?: For,
): Promise<ContextOf[For]> {
  const listed = environments.find((name) => name === environment);
  if (listed === undefined) notFound();
  return restrict(audience ?? ("partner" as For), await enter(await requireSignedIn(audience ?? "partner"), listed));
}

/** Returns the context of a developer who reads a public page, in one of their environments; undefined for anybody else. */
export async function findDeveloper(environment: Environment): Promise<ContextOf["developer"] | undefined> {
  const signedIn = await currentSession();
  return signedIn === undefined || !isAmong("developer", signedIn.user.role) || lacksSecondFactor(signedIn)
    ? undefined
    : restrict("developer", await enter(signedIn, environment));
}

/** Requires the operator's staff, or one of its roles; others get 403. Call it in every page, since a layout does not run for each. */
export async function requireStaff<For extends StaffAudience = "staff">(audience?: For): Promise<ContextOf[For]> {
  return restrict(audience ?? ("staff" as For), consoleContext(await requireSignedIn(audience ?? "staff"), await thisRequest()));
}

async function requireSignedIn(audience: Audience): Promise<SignedIn> {
  const signedIn = await requireSession();
  if (lacksSecondFactor(signedIn)) redirect("/second-factor");
  if (!isAmong(audience, signedIn.user.role)) {
    const { now, address } = await thisRequest();
    const path = (await headers()).get("x-target") ?? "/";
    recordSecurityEvent({ kind: "pageForbidden", subject: signedIn.user.id, address, detail: `GET ${path.replace(/\?.*$/, "")}`, at: now });
    forbidden();
  }
  return signedIn;
}

async function requireSession(): Promise<SignedIn> {
  const signedIn = await currentSession();
  if (signedIn !== undefined) return signedIn;
  const target = (await headers()).get("x-target") ?? "/";
  // The cookie shows that a session has ended.
  const hasEnded = (await cookies()).has(sessionCookie);
  redirect(`/sign-in?${new URLSearchParams({ from: target, ...(hasEnded && { ended: "1" }) })}`);
}

const enter = cache(async (signedIn: SignedIn, environment: Environment) => partnerContext(signedIn, environment, await thisRequest()));

const thisRequest = cache(async (): Promise<BrowserDetails> => readRequestDetails(await headers()));

/** The user's first page: developers start in development, everybody else in production. */
export function homeOf(user: SessionUser): string {
  if (user.partner === null) return "/support";
  return isAmong("developer", user.role) ? "/development" : "/production";
}

/**
 * Handles errors of a page about one thing: `await prefetch(ctx, query).catch(orNotFound)` answers 404 if it is missing or another
 * partner's, or if nothing can have such an identifier; other errors pass.
 */
export function orNotFound(error: unknown): never {
  if (isNotFoundError(error) || error instanceof ZodError) notFound();
  throw error;
}
