import type { Occasion } from "#lib/users/contexts.ts";
import { openDevice } from "#lib/users/devices.ts";
import { countAttempt, forgiveAttempt } from "#lib/users/limit-sign-in.ts";
import type { Attempt } from "#lib/users/limit-sign-in.ts";
import { verifyPassword } from "#lib/users/passwords.ts";
import { signInForm } from "#lib/users/schema.ts";
import { findByEmail, startSession } from "#lib/users/start-session.ts";
import type { Entry } from "#lib/users/start-session.ts";

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
