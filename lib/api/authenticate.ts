import type { IncomingHttpHeaders } from "node:http";
import { findKey, findMistyped } from "#lib/account/keys/find.ts";
import type { KnownKey } from "#lib/account/keys/find.ts";
import { countRequest } from "#lib/account/keys/request-counts.ts";
import { recordSecurityEvent, unknownSubject } from "#lib/account/security-events/note.ts";
import { hashToken, sessionCookie } from "#lib/account/users/cookies.ts";
import { findSession } from "#lib/account/users/sessions.ts";
import { clientAddress } from "#lib/api/request.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";
import { covers, previewRight } from "#lib/platform/wire/rights.ts";

const windowSeconds = 60;

interface RateLimit {
  /** The fields of the IETF draft "RateLimit header fields for HTTP". */
  headers: Record<string, string>;
  error?: ApiError;
}

/** `known` is the key whose world logs the call; `headers` describe the rate limit. */
export type Authentication = { headers: Record<string, string> } & (
  | { known: KnownKey; error?: undefined }
  | { known?: KnownKey | undefined; error: ApiError }
);

/** Authenticates a call and counts it against its limit: 9001, 9002 or 9003, then 99888 (rules/access.md#keys-4). */
export async function authenticate(request: Request, now: Date, address: string | undefined): Promise<Authentication> {
  const key = request.headers.get("key");
  return countAgainstLimit(await identifyCaller(key, now, address ?? clientAddress(request.headers)), now);
}

/** Identifies a key and reports a refused one to support. */
export async function identifyCaller(key: string | null, now: Date, address: string): Promise<Identity> {
  const identity = await identify(key, now);
  reportRejectedKey(key ?? "", identity, { address, at: now });
  return identity;
}

export async function countAgainstLimit(identity: Identity, now: Date): Promise<Authentication> {
  if (identity.known === undefined) return { headers: {}, ...identity };
  const rate = await limitRequests(identity.known.id, identity.known.requestsPerMinute, now);
  if (identity.error === undefined) return { ...identity, ...rate };
  // Calls of a revoked key are not rejected by the limit, but beyond it they are not logged.
  return { headers: {}, error: identity.error, known: rate.error === undefined ? identity.known : undefined };
}

/** Reports a refused key to support by its prefix, since many of them are an attack or a partner with an old key. */
function reportRejectedKey(key: string, { known, error }: Identity, { address, at }: { address: string; at: Date }): void {
  if (error?.errorName !== "INVALID_API_KEY") return;
  const isKnown = known !== undefined && known.id !== "";
  const subject = /^cg_(?:dev|live)_\w{4}/.exec(key)?.[0] ?? unknownSubject;
  recordSecurityEvent({ kind: isKnown ? "keyRevoked" : "keyUnknown", subject, address, at, ...(isKnown && { detail: known.id }) });
}

export function wrongEnvironment(environment: Environment): ApiError {
  return new ApiError("INSUFFICIENT_PERMISSIONS", `this is for keys of the ${environment} environment alone`);
}

/** The error of a call outside the rights of its key (rules/access.md#rights-3): 98888 on the contract side, 9003 elsewhere. */
export function missingRight({ right, side }: Endpoint, { rights }: KnownKey, isPreview: boolean): ApiError | undefined {
  const needed = isPreview && right !== null ? previewRight(right) : right;
  if (needed === null || covers(rights, needed)) return undefined;
  const message = `this key lacks the right ${needed}; it has ${rights.join(", ")}`;
  return new ApiError(side === "contract" ? "INSUFFICIENT_PERMISSIONS" : "UNAUTHORIZED_USER", message);
}

export type Identity = { known: KnownKey; error?: undefined } | { known?: KnownKey; error: ApiError };

/**
 * Identifies the key (rules/access.md#keys-1, #keys-2, #keys-3): 9001 without the header, 9002 for a malformed, unknown, revoked or expired
 * key, 9003 while the partner is suspended. A refused key that is known or mistyped still names its world, which logs the call.
 */
async function identify(header: string | null, now: Date): Promise<Identity> {
  if (header === null || header === "") return { error: new ApiError("MISSING_API_KEY") };
  const key = await findKey(header);
  if (key === undefined) return { error: new ApiError("INVALID_API_KEY"), ...(await findMistyped(header)) };
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) {
    return { known: key, error: new ApiError("INVALID_API_KEY") };
  }
  if (key.status === "suspended") {
    return { known: key, error: new ApiError("UNAUTHORIZED_USER", "Unauthorized user: the partner is suspended; ask support") };
  }
  return { known: key };
}

/** Counts a request against its key's limit per minute (rules/access.md#settings-2); above it 99888 with `Retry-After`. */
async function limitRequests(keyId: string, requestsPerMinute: number, now: Date): Promise<RateLimit> {
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

/** A verified caller is asked for again after this time, so that a key that has ended soon counts as anonymous. */
const rememberedMs = 60_000;

const maxRemembered = 10_000;

/** The credential in a request: an API key, or the cookie of a session. */
export interface Claim {
  kind: "key" | "session";
  text: string;
}

export interface VerifiedCallers {
  /** True if a claim was verified in the last minute. */
  isKnown(claims: readonly Claim[]): boolean;
  /** Verifies claims by the database; at most once at a time for each. */
  verify(claims: readonly Claim[], address: string): Promise<boolean>;
}

const cookiePattern = new RegExp(`(?:^|;\\s*)${sessionCookie}=([^;]+)`);

export function readClaims({ key, authorization, cookie }: IncomingHttpHeaders): Claim[] {
  const keyText = key?.toString() ?? /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  const token = cookiePattern.exec(cookie ?? "")?.[1];
  return [
    ...(keyText === undefined ? [] : [{ kind: "key", text: keyText } as const]),
    ...(token === undefined ? [] : [{ kind: "session", text: token } as const]),
  ];
}

/** Remembers callers for the limits of anonymous work. It grants nothing: the handler of a request still authenticates its caller. */
export function createVerifiedCallers(check = checkClaim): VerifiedCallers {
  const knownUntil = new Map<string, number>();
  const running = new Map<string, Promise<boolean>>();

  async function verifyOne(name: string, claim: Claim, address: string): Promise<boolean> {
    const isKnown = await check(claim, address);
    if (knownUntil.size >= maxRemembered) knownUntil.clear();
    if (isKnown) knownUntil.set(name, performance.now() + rememberedMs);
    return isKnown;
  }

  function verifyOnce(claim: Claim, address: string): Promise<boolean> {
    const name = nameOf(claim);
    const started = running.get(name) ?? verifyOne(name, claim, address).finally(() => running.delete(name));
    running.set(name, started);
    return started;
  }

  return {
    isKnown: (claims) => claims.some((claim) => (knownUntil.get(nameOf(claim)) ?? 0) > performance.now()),
    async verify(claims, address) {
      const verified = await Promise.all(claims.map((claim) => verifyOnce(claim, address)));
      return verified.includes(true);
    },
  };
}

function nameOf({ kind, text }: Claim): string {
  return `${kind} ${hashToken(text)}`;
}

async function checkClaim({ kind, text }: Claim, address: string): Promise<boolean> {
  const now = currentTime();
  try {
    if (kind === "key") return (await identify(text, now)).error === undefined;
    return (await findSession(text, { now, address, isPoll: true })) !== undefined;
  } catch (error) {
    // The handler of the request fails for the same reason, and reports it.
    log.debug({ error }, "a caller could not be verified");
    return false;
  }
}
