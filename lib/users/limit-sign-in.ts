import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import { db } from "#db/client.ts";
import { signInAttempts } from "#db/schema/users.ts";

const minute = 60;

/** Guesses at one account, from wherever they come; and from one address, at whatever account. */
const perAccount = makeLimiter("account", 10, 15 * minute);
const perAddress = makeLimiter("address", 60, 15 * minute);

function makeLimiter(keyPrefix: string, points: number, duration: number): RateLimiterDrizzle {
  return new RateLimiterDrizzle({ storeClient: db, schema: signInAttempts, keyPrefix, points, duration, clearExpiredByTimeout: false });
}

/** Counts an attempt to sign in; true while there are not too many. An unknown account is counted like a known one. */
export async function countSignIn(email: string, address: string): Promise<boolean> {
  try {
    await Promise.all([perAccount.consume(email), perAddress.consume(address)]);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** Forgets the attempts at an account whose owner has signed in. */
export async function forgetSignIns(email: string): Promise<void> {
  await perAccount.delete(email);
}
