import { lt } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import { db } from "#db/client.ts";
import { signInAttempts } from "#db/schema/users.ts";
import { networkOf } from "#lib/account/security-events/rules/network.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

const minute = 60;

/** Guesses at any account from one network. */
const perNetwork = makeLimiter("network", 60, 15 * minute);
/** Guesses at one account from one network. */
const perPlace = makeLimiter("place", 10, 15 * minute);
/** Guesses at one account from all networks together. */
const perAccount = makeLimiter("account", 100, 60 * minute);
/** Guesses at one account from a device of its owner. */
const perDevice = makeLimiter("device", 10, 15 * minute);
/** Guesses at the codes of a user after the first step or while signed in. */
const perUser = makeLimiter("code", 10, 15 * minute);
/** Passkey challenges for one network, each of which is a row. */
const perOffer = makeLimiter("passkey", 100, 15 * minute);

/** A limit of `points` in `duration` seconds, for all instances together. */
export function makeLimiter(
  keyPrefix: string,
  points: number,
  duration: number,
  options: { inMemoryBlockOnConsumed?: number } = {},
): RateLimiterDrizzle {
  const stored = { storeClient: db, schema: signInAttempts, clearExpiredByTimeout: false };
  return new RateLimiterDrizzle({ ...stored, ...options, keyPrefix, points, duration });
}

export interface Attempt {
  email: string;
  address: string;
  deviceId?: string | undefined;
}

/**
 * Counts a guess at an account; false above a limit. Unknown accounts count like known ones.
 * Known devices have limits of their own (OWASP, "Slow down online guessing attacks with device cookies"), so that no stranger locks an
 * owner out. A network above its limits is refused before the account is charged, so that only many networks together can block strangers;
 * an owner on a new device then needs a one-time link.
 */
export async function countAttempt({ email, address, deviceId }: Attempt): Promise<boolean> {
  if (deviceId !== undefined) return consume(perDevice, deviceId);
  const network = networkOf(address);
  return (await consume(perNetwork, network)) && (await consume(perPlace, placeOf(email, network))) && (await consume(perAccount, email));
}

/** Takes back an attempt with the right password. */
export async function undoAttempt({ email, address, deviceId }: Attempt): Promise<void> {
  if (deviceId !== undefined) {
    await perDevice.delete(deviceId);
    return;
  }
  const network = networkOf(address);
  await Promise.all([perNetwork.reward(network), perPlace.delete(placeOf(email, network)), perAccount.reward(email)]);
}

/** Spends a code of a user; throws for one that is wrong or was used, and above the limit. The right one resets the count. */
export async function spendCode(userId: string, spend: () => Promise<boolean>): Promise<void> {
  if (!(await consume(perUser, userId))) throw tooManyAttempts();
  if (!(await spend())) throw new UserError("this code is not right, or was used before", { key: "wrongCode" });
  await perUser.delete(userId);
}

export async function assertPasskeyOffer(address: string): Promise<void> {
  if (!(await consume(perOffer, networkOf(address)))) throw tooManyAttempts();
}

export function tooManyAttempts(): UserError {
  return new UserError("there were too many attempts: try again in a quarter of an hour", { key: "tooManyAttempts" });
}

function placeOf(email: string, network: string): string {
  return `${email} ${network}`;
}

/** Counts one more; false above the limit. */
export async function consume(limiter: RateLimiterDrizzle, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}

/** Deletes expired counts, which would stay for accounts that are never tried again. */
export async function expireAttempts(now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expire, now));
}
