import { ApiError } from "#lib/errors.ts";
import { clientAddress } from "#lib/http/request.ts";
import { findMistyped } from "#lib/keys/find-mistyped.ts";
import { findKey } from "#lib/keys/find.ts";
import type { KnownKey } from "#lib/keys/find.ts";
import { countRequest } from "#lib/keys/request-counts.ts";
import { noteSecurityEvent, unknownSubject } from "#lib/security/note.ts";

/** Whether a call may go on. `known` names the world whose log it belongs in, `headers` are what its answer says of the limit. */
export type Authentication = { headers: Record<string, string> } & (
  | { known: KnownKey; refusal?: undefined }
  | { known?: KnownKey | undefined; refusal: ApiError }
);

/** Whose call this is, and whether it may go on: 9001, 9002 or 9003, then 99888 (resolutions.md § 1). */
export async function authenticate(request: Request, now: Date, address: string | undefined): Promise<Authentication> {
  const key = request.headers.get("key");
  const identity = await identify(key, now);
  noteRefusedKey(key ?? "", identity, { address: address ?? clientAddress(request.headers), at: now });
  if (identity.known === undefined) return { headers: {}, ...identity };
  const rate = await limit(identity.known.id, identity.known.requestsPerMinute, now);
  if (identity.refusal === undefined) return { ...identity, ...rate };
  // Nothing slows down who has a key that no longer works: beyond its limit their calls are not logged.
  return { headers: {}, refusal: identity.refusal, known: rate.refusal === undefined ? identity.known : undefined };
}

/** A key that does not work is seen by support, by how it begins: many of them are somebody who guesses, or a partner who has not changed it. */
function noteRefusedKey(key: string, { known, refusal }: Identity, { address, at }: { address: string; at: Date }): void {
  if (refusal?.errorName !== "INVALID_API_KEY") return;
  // A mistyped key has no row of its own.
  const isKnown = known !== undefined && known.id !== "";
  const subject = /^cg_(?:dev|live)_\w{4}/.exec(key)?.[0] ?? unknownSubject;
  noteSecurityEvent({ kind: isKnown ? "keyRevoked" : "keyUnknown", subject, address, at, ...(isKnown && { detail: known.id }) });
}

export type Identity = { known: KnownKey; refusal?: undefined } | { known?: KnownKey; refusal: ApiError };

/**
 * Whose call this is (partner-api.md § Authentication): 9001 without the header, 9002 for a key that is
 * malformed, unknown, revoked or past its overlap, 9003 while the partner is suspended.
 * A refused key that is known still names its world, so that the call can be logged where its owner looks; so does a mistyped one.
 */
export async function identify(header: string | null, now: Date): Promise<Identity> {
  if (header === null || header === "") return { refusal: new ApiError("MISSING_API_KEY") };
  const known = await findKey(header);
  if (known === undefined) return { refusal: new ApiError("INVALID_API_KEY"), ...(await findMistyped(header)) };
  if (known.revokedAt !== null || (known.expiresAt !== null && known.expiresAt <= now)) {
    return { known, refusal: new ApiError("INVALID_API_KEY") };
  }
  if (known.suspended) return { known, refusal: new ApiError("UNAUTHORIZED_USER") };
  return { known };
}

const windowSeconds = 60;

export interface RateLimit {
  /** What the answer says of the limit: the fields of the IETF draft "RateLimit header fields for HTTP". */
  headers: Record<string, string>;
  refusal?: ApiError;
}

/** Counts the request against its key's limit of requests a minute (resolutions.md § 1); over it: 99888 with `Retry-After`. */
async function limit(keyId: string, requestsPerMinute: number, now: Date): Promise<RateLimit> {
  const used = await countRequest(keyId, requestsPerMinute, now);
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
