import { lt } from "drizzle-orm";
import { db } from "#db/client.ts";
import { signInAttempts } from "#db/schema/users.ts";

/** Forgets the guesses that no longer count (limit-sign-in.ts): an address or an account that is never tried again would stay for ever. */
export async function expireAttempts(now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expire, now));
}
