import { randomUUID } from "node:crypto";
import { db } from "#db/client.ts";
import { consoleContext, personContext } from "#lib/account/users/contexts.ts";
import type { BrowserDetails, ConsoleContext, PartnerContext, PersonContext } from "#lib/account/users/contexts.ts";
import { sessionCookie } from "#lib/account/users/cookies.ts";
import { inviteAtTerminal } from "#lib/account/users/invite.ts";
import { choosePassword } from "#lib/account/users/passwords.ts";
import { asOwner, operatorContext } from "#lib/account/users/roles.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { CurrentSession, Invitation } from "#lib/account/users/schema.ts";
import { findSession, startSession } from "#lib/account/users/sessions.ts";
import { signIn } from "#lib/account/users/sign-in.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import type { partnerRoles, staffRoles } from "#lib/platform/roles.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

export const asStaff = operatorContext("tests", new Date("2027-01-01T09:00:00.000Z"));

export function invitationTo(partnerId: string, changes: Partial<Invitation> = {}): Invitation {
  return { partnerId, role: "owner", email: `${randomUUID()}@people.example`, name: "Ada", ...changes };
}

export interface SampleUser {
  id: string;
  email: string;
  password: string;
}

export async function makeUser(
  role: (typeof staffRoles)[number] | { role: (typeof partnerRoles)[number]; partnerId: string },
  ctx = asStaff,
): Promise<SampleUser> {
  const person = { email: `${randomUUID()}@people.example`, name: "Ada Martin" };
  const invitation: Invitation = typeof role === "string" ? { partnerId: null, role, ...person } : { ...role, ...person };
  const password = `password ${randomUUID()}`;
  const { userId, token } = await inviteAtTerminal(ctx, invitation);
  await choosePassword({ token, password }, ctx);
  return { id: userId, email: person.email, password };
}

export async function makeSessionCookie({ id }: Pick<SampleUser, "id">, changes: Partial<BrowserDetails> = {}): Promise<string> {
  const at = { ...requestDetails(), now: currentTime(), ...changes };
  const token = await startSession(db, at, { userId: id, signedInBy: "password", isNewDevice: false, factorProvedAt: null });
  return `${sessionCookie}=${token}`;
}

export function freshSession(now: Date): CurrentSession {
  return { id: "ses_test", authenticatedAt: now, hasSecondFactor: false, newDevice: null };
}

/** Later than users are invited. */
export const signInAt = new Date("2027-01-02T09:00:00.000Z");
/** An address of its own, so that attempts do not count against each other. */
export const requestDetails = (): BrowserDetails => ({
  now: signInAt,
  address: randomUUID(),
  userAgent: "",
  origin: "http://localhost:3000",
});

export const enter = ({ email, password }: Pick<SampleUser, "email" | "password">) => signIn({ email, password }, requestDetails());

export async function sessionOf(user: SampleUser) {
  const entered = await enter(user);
  if (entered.outcome !== "signedIn") throw new Error(`${user.email} was not let in: ${entered.outcome}`);
  return entered.session;
}

export const findAt = (token: string | undefined, now = signInAt) => findSession(token, { ...requestDetails(), now });

export async function contextOf(user: SampleUser): Promise<PersonContext & ConsoleContext> {
  const found = await findAt(await sessionOf(user));
  if (found === undefined) throw new Error(`${user.email} has no session`);
  const at = requestDetails();
  return { ...personContext(found, at), ...consoleContext(found, at) };
}

export function asPerson<Role extends (typeof partnerRoles)[number]>(
  ctx: ApiContext,
  role: Role,
): ContextOf[Role extends "owner" ? "owner" : "partner"] {
  const { partnerId } = ctx.world;
  const user = { id: "usr_test", email: "ada@people.example", name: "Ada Martin", role, partner: { id: partnerId, name: "partner" } };
  const actor = { type: "user", userId: user.id, partnerId } as const;
  const person: PartnerContext = { ...ctx, actor, address: "127.0.0.1", user, session: freshSession(ctx.now) };
  return (role === "owner" ? asOwner(person) : person) as ContextOf["owner"];
}

/** The processor time of some work with passwords, in milliseconds: the least of five times. On a busy machine it lasts longer, but costs the same. */
export async function costOf(work: () => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return Math.min(...costs);
}
