import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import { countSignIn, forgetSignIns } from "#lib/users/limit-sign-in.ts";
import { verifyPassword } from "#lib/users/passwords.ts";
import { signInForm } from "#lib/users/schema.ts";

/** What a session is made of; everything else is read from the user's row at each request. */
export interface NewSession {
  userId: string;
  sessionVersion: number;
}

export type SignIn = { outcome: "signedIn"; session: NewSession } | { outcome: "refused" } | { outcome: "tooMany" };

/**
 * Signs somebody in by e-mail and password (portal.md § Sign-in). An unknown user, a wrong password and a disabled user are
 * refused alike, in answer and in time; guessing is slowed per account and per address.
 */
export async function signIn(input: unknown, address: string, now: Date): Promise<SignIn> {
  const form = signInForm.safeParse(input);
  if (!form.success) return { outcome: "refused" };
  const email = form.data.email.toLowerCase();
  if (!(await countSignIn(email, address))) return { outcome: "tooMany" };
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const matches = await verifyPassword(user?.passwordHash ?? null, form.data.password);
  if (user === undefined || !matches || user.disabledAt !== null) return { outcome: "refused" };
  const session = await startSession(user, { address, by: "password" }, now);
  await forgetSignIns(email);
  return { outcome: "signedIn", session };
}

/** Notes that somebody who has proved who they are signs in, and answers what their session is made of. */
export async function startSession(
  user: typeof users.$inferSelect,
  details: { address: string; by: "password" | "identity provider" },
  now: Date,
): Promise<NewSession> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, user.id));
    await noteAudit(
      tx,
      { now, actor: { type: "user", userId: user.id, partnerId: user.partnerId } },
      { action: "user.signedIn", subjectId: user.id, details },
    );
  });
  return { userId: user.id, sessionVersion: user.sessionVersion };
}
