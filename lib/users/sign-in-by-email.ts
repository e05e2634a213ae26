import type { Occasion } from "#lib/users/contexts.ts";
import { findByEmail, letIn } from "#lib/users/let-in.ts";
import type { Entry } from "#lib/users/let-in.ts";
import { email } from "#lib/users/schema.ts";

/** Signs in the user whose e-mail address an identity provider vouches for; refused where there is none, or they are disabled. */
export async function signInByEmail(verified: unknown, occasion: Occasion): Promise<Entry> {
  const parsed = email.safeParse(verified);
  if (!parsed.success) return { outcome: "refused" };
  return letIn(await findByEmail(parsed.data), occasion, "identity provider");
}
