import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import { noteAudit } from "#lib/audit/note.ts";
import type { Occasion } from "#lib/users/contexts.ts";
import { openDevice } from "#lib/users/devices.ts";
import { countAttempt, forgiveAttempt } from "#lib/users/limit-sign-in.ts";
import type { Attempt } from "#lib/users/limit-sign-in.ts";
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
 * refused alike, in answer and in time; guessing is slowed (limit-sign-in.ts). `device` is what the browser keeps of sign-ins before.
 */
export async function signIn(input: unknown, occasion: Occasion & { device?: string | undefined }): Promise<SignIn> {
  const form = signInForm.safeParse(input);
  if (!form.success) return { outcome: "refused" };
  const email = form.data.email.toLowerCase();
  const [[user], device] = await Promise.all([db.select().from(users).where(eq(users.email, email)), openDevice(occasion.device)]);
  const isOwners = device !== undefined && device.userId === user?.id;
  const attempt: Attempt = { email, address: occasion.address, deviceId: isOwners ? device.id : undefined };
  if (!(await countAttempt(attempt))) return { outcome: "tooMany" };
  const matches = await verifyPassword(user?.passwordHash ?? null, form.data.password);
  if (user === undefined || !matches || user.disabledAt !== null) return { outcome: "refused" };
  const session = await startSession(user, occasion, "password");
  await forgiveAttempt(attempt);
  return { outcome: "signedIn", session };
}

/** Notes that somebody who has proved who they are signs in, and answers what their session is made of. */
export async function startSession(
  user: typeof users.$inferSelect,
  { now, address }: Occasion,
  by: "password" | "identity provider",
): Promise<NewSession> {
  await db.transaction(async (tx) => {
    await tx.update(users).set({ lastSignInAt: now }).where(eq(users.id, user.id));
    await noteAudit(
      tx,
      { now, address, actor: { type: "user", userId: user.id, partnerId: user.partnerId } },
      { action: "user.signedIn", subjectId: user.id, details: { by } },
    );
  });
  return { userId: user.id, sessionVersion: user.sessionVersion };
}
