import { ApiError } from "#lib/errors.ts";
import { countRequest } from "#lib/keys/request-counts.ts";

const windowSeconds = 60;

export interface RateLimit {
  /** What the answer says of the limit: the fields of the IETF draft "RateLimit header fields for HTTP". */
  headers: Record<string, string>;
  refusal?: ApiError;
}

/** Counts the request against its key's limit of requests a minute (resolutions.md § 1); over it: 99888 with `Retry-After`. */
export function limit(keyId: string, requestsPerMinute: number, now: Date): RateLimit {
  const used = countRequest(keyId, now);
  const reset = windowSeconds - (Math.floor(now.getTime() / 1000) % windowSeconds);
  const headers: Record<string, string> = {
    ratelimit: `"default";r=${Math.max(0, requestsPerMinute - used)};t=${reset}`,
    "ratelimit-policy": `"default";q=${requestsPerMinute};w=${windowSeconds}`,
  };
  if (used <= requestsPerMinute) return { headers };
  return {
    headers: { ...headers, "retry-after": String(reset) },
    refusal: new ApiError("RATE_LIMITED", `more than ${requestsPerMinute} requests in a minute; try again in ${reset} seconds`),
  };
}
