import { countRequest } from "#lib/account/keys/request-counts.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";

const windowSeconds = 60;

interface RateLimit {
  /** The fields of the IETF draft "RateLimit header fields for HTTP". */
  headers: Record<string, string>;
  error?: ApiError;
}

/** Counts a request against its key's limit per minute (rules/access.md#settings-2); above it 99888 with `Retry-After`. */
export async function limitRequests(keyId: string, requestsPerMinute: number, now: Date): Promise<RateLimit> {
  const used = await countRequest(keyId, requestsPerMinute, now);
  const reset = windowSeconds - (Math.floor(now.getTime() / 1000) % windowSeconds);
  const headers: Record<string, string> = {
    ratelimit: `"default";r=${Math.max(0, requestsPerMinute - used)};t=${reset}`,
    "ratelimit-policy": `"default";q=${requestsPerMinute};w=${windowSeconds}`,
  };
  if (used <= requestsPerMinute) return { headers };
  metrics.rateLimited.inc();
  return {
    headers: { ...headers, "retry-after": String(reset) },
    error: new ApiError("RATE_LIMITED", `too many requests: more than ${requestsPerMinute} in a minute; try again in ${reset} seconds`),
  };
}
