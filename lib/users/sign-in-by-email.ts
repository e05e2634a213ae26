import { and, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.ts";
import { users } from "#db/schema/users.ts";
import type { Occasion } from "#lib/users/contexts.ts";
import { email } from "#lib/users/schema.ts";
import { startSession } from "#lib/users/sign-in.ts";
import type { NewSession } from "#lib/users/sign-in.ts";

/** Signs in the user whose e-mail address an identity provider vouches for; undefined where there is none, or they are disabled. */
export async function signInByEmail(verified: unknown, occasion: Occasion): Promise<NewSession | undefined> {
  const parsed = email.safeParse(verified);
  if (!parsed.success) return undefined;
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, parsed.data), isNull(users.disabledAt)));
  return user && startSession(user, occasion, "identity provider");
}
