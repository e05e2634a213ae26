import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { PartnerStatus } from "#lib/partners/schema.ts";
import type { Occasion } from "#lib/users/contexts.ts";
import { openDevice } from "#lib/users/cookies.ts";
import { countAttempt, forgiveAttempt } from "#lib/users/limit-sign-in.ts";
import type { Attempt } from "#lib/users/limit-sign-in.ts";
import { verifyPassword } from "#lib/users/passwords.ts";
import { email, signInForm } from "#lib/users/schema.ts";

/** What a session is made of; everything else is read from the user's row at each request. */
export interface NewSession {
  userId: string;
  sessionVersion: number;
}

/** How it ends for somebody who has proved who they are; `suspended` is their partner. */
export type Entry = { outcome: "signedIn"; session: NewSession } | { outcome: "refused" } | { outcome: "suspended" };

/** A user, and how their partner stands; null for the operator's own. */
interface Person {
  user: typeof users.$inferSelect;
  status: PartnerStatus | null;
}

/** The user of an address, in lower case as it is stored; undefined for one that nobody has. */
export async function findByEmail(email: string): Promise<Person | undefined> {
  const [found] = await db
    .select({ user: users, status: partners.status })
    .from(users)
    .leftJoin(partners, eq(partners.id, users.partnerId))
    .where(eq(users.email, email));
  return found;
}

/** Lets in somebody who has proved who they are, unless they or their partner may not, and notes that they sign in. */
export async function startSession(
  person: Person | undefined,
  { now, address }: Occasion,
  by: "password" | "identity provider",
): Promise<Entry> {
  if (person === undefined || person.user.disabledAt !== null) return { outcome: "refused" };
  const { user, status } = person;
  if (status === "suspended") return { outcome: "suspended" };
  await db.transaction(async (tx) => {
    await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, user.id));
    await noteAudit(
      tx,
      { now, address, actor: { type: "user", userId: user.id, partnerId: user.partnerId } },
      { action: "user.signedIn", subjectId: user.id, details: { by } },
    );
  });
  return { outcome: "signedIn", session: { userId: user.id, sessionVersion: user.sessionVersion } };
}

export type SignIn = Entry | { outcome: "tooMany" };

/**
 * Signs somebody in by e-mail and password (portal.md § Sign-in). An unknown user, a wrong password and a disabled user are
 * refused alike, in answer and in time, and only who knows the password hears of a suspension; guessing is slowed
 * (limit-sign-in.ts). `device` is what the browser keeps of sign-ins before.
 */
export async function signIn(input: unknown, occasion: Occasion & { device?: string | undefined }): Promise<SignIn> {
  const form = signInForm.safeParse(input);
  if (!form.success) return { outcome: "refused" };
  const email = form.data.email.toLowerCase();
  const [person, device] = await Promise.all([findByEmail(email), openDevice(occasion.device)]);
  const isOwners = device !== undefined && device.userId === person?.user.id;
  const attempt: Attempt = { email, address: occasion.address, deviceId: isOwners ? device.id : undefined };
  if (!(await countAttempt(attempt))) return { outcome: "tooMany" };
  const matches = await verifyPassword(person?.user.passwordHash ?? null, form.data.password);
  if (!matches) return { outcome: "refused" };
  const entry = await startSession(person, occasion, "password");
  if (entry.outcome !== "refused") await forgiveAttempt(attempt);
  return entry;
}

/** Signs in the user whose e-mail address an identity provider vouches for; refused where there is none, or they are disabled. */
export async function signInByEmail(verified: unknown, occasion: Occasion): Promise<Entry> {
  const parsed = email.safeParse(verified);
  if (!parsed.success) return { outcome: "refused" };
  return startSession(await findByEmail(parsed.data), occasion, "identity provider");
}
