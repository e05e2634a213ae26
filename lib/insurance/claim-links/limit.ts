import { RateLimiterDrizzle, RateLimiterRes } from "rate-limiter-flexible";
import { db } from "#db/client.ts";
import { signInAttempts } from "#db/schema/users.ts";
import { networkOf } from "#lib/account/users/rules/network.ts";

/** Requests with a token that opens nothing, from one network and minute (rules/claim-links.md#open-3). */
const perNetwork = new RateLimiterDrizzle({
  storeClient: db,
  schema: signInAttempts,
  keyPrefix: "claim-link",
  points: 20,
  duration: 60,
  clearExpiredByTimeout: false,
  // Beyond the limit this instance answers without asking the database.
  inMemoryBlockOnConsumed: 21,
});

/** Files by one link and hour (rules/claim-links.md#send-3). */
const filesPerLink = new RateLimiterDrizzle({
  storeClient: db,
  schema: signInAttempts,
  keyPrefix: "claim-link-files",
  points: 60,
  duration: 3600,
  clearExpiredByTimeout: false,
});

/** Counts a request with a token that opens nothing; false above the limit. */
export function countUnknown(address: string): Promise<boolean> {
  return consume(perNetwork, networkOf(address));
}

/** Counts a file that came by a link; false above the limit. */
export function countFile(linkId: string): Promise<boolean> {
  return consume(filesPerLink, linkId);
}

/** False if the link has sent all the files of this hour, so that the next need not be read. */
export async function takesFiles(linkId: string): Promise<boolean> {
  const count = await filesPerLink.get(linkId);
  return count === null || count.remainingPoints > 0;
}

async function consume(limiter: RateLimiterDrizzle, key: string): Promise<boolean> {
  try {
    await limiter.consume(key);
    return true;
  } catch (error) {
    if (error instanceof RateLimiterRes) return false;
    throw error;
  }
}
