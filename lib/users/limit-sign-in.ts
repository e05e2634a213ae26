import { lt } from "drizzle-orm";
import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import { db } from "#db/client.ts";
import { signInAttempts } from "#db/schema/users.ts";
import { networkOf } from "#lib/users/rules/network.ts";

const minute = 60;

/** Guesses at whatever account from one network. */
const perNetwork = makeLimiter("network", 60, 15 * minute);
/** Guesses at one account from one network. */
const perPlace = makeLimiter("place", 10, 15 * minute);
/** Guesses at one account from everywhere together: what a crowd of networks may do, each of which keeps below its own limit. */
const perAccount = makeLimiter("account", 100, 60 * minute);
/** Guesses at one account from a device that its owner has signed in with. */
const perDevice = makeLimiter("device", 10, 15 * minute);
/** Guesses at the codes of one user, who has taken the first step or is signed in. */
const perUser = makeLimiter("code", 10, 15 * minute);
/** Passkeys asked for from one network: each takes a row. */
const perOffer = makeLimiter("passkey", 100, 15 * minute);

function makeLimiter(keyPrefix: string, points: number, duration: number): RateLimiterDrizzle {
  return new RateLimiterDrizzle({ storeClient: db, schema: signInAttempts, keyPrefix, points, duration, clearExpiredByTimeout: false });
}

/** A guess at an account. */
export interface Attempt {
  email: string;
  address: string;
  /** The device, where it is known to be the owner's. */
  deviceId?: string | undefined;
}

/**
 * Counts a guess at an account; true while there are not too many. An unknown account is counted like a known one.
 *
 * Known devices are counted by themselves (OWASP, "Slow down online guessing attacks with device cookies"): no stranger keeps an
 * owner out of theirs. Of strangers, whoever has guessed too often from one network is refused before the account is charged with
 * it, so that it takes a crowd of networks to have other strangers refused, and the owner at a new device then has the one-time link.
 */
export async function countAttempt({ email, address, deviceId }: Attempt): Promise<boolean> {
  if (deviceId !== undefined) return consume(perDevice, deviceId);
  const network = networkOf(address);
  return (await consume(perNetwork, network)) && (await consume(perPlace, placeOf(email, network))) && (await consume(perAccount, email));
}

/** Takes back an attempt that was no guess, as the password was right. */
export async function forgiveAttempt({ email, address, deviceId }: Attempt): Promise<void> {
  if (deviceId !== undefined) {
    await perDevice.delete(deviceId);
    return;
  }
  const network = networkOf(address);
  await Promise.all([perNetwork.reward(network), perPlace.delete(placeOf(email, network)), perAccount.reward(email)]);
}

/** Counts a guess at a code of somebody's; true while there are not too many. */
export function countCode(userId: string): Promise<boolean> {
  return consume(perUser, userId);
}

/** Takes back the guesses at the codes of somebody who has given a right one. */
export async function forgiveCodes(userId: string): Promise<void> {
  await perUser.delete(userId);
}

/** Counts that a network asks for what passkeys are to sign; true while it does so not too often. */
export function countPasskeyOffer(address: string): Promise<boolean> {
  return consume(perOffer, networkOf(address));
}

function placeOf(email: string, network: string): string {
  return `${email} ${network}`;
}

async function consume(limiter: RateLimiterDrizzle, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}

/** Forgets the guesses that no longer count (limit-sign-in.ts): an address or an account that is never tried again would stay for ever. */
export async function expireAttempts(now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lt(signInAttempts.expire, now));
}
