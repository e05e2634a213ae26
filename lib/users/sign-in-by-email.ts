import type { Occasion } from "#lib/users/contexts.ts";
import { email } from "#lib/users/schema.ts";
import { findByEmail, startSession } from "#lib/users/start-session.ts";
import type { Entry } from "#lib/users/start-session.ts";

/** Signs in the user whose e-mail address an identity provider vouches for; refused where there is none, or they are disabled. */
export async function signInByEmail(verified: unknown, occasion: Occasion): Promise<Entry> {
  const parsed = email.safeParse(verified);
  if (!parsed.success) return { outcome: "refused" };
  return startSession(await findByEmail(parsed.data), occasion, "identity provider");
}
