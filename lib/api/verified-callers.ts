import type { IncomingHttpHeaders } from "node:http";
import { hashToken, sessionCookie } from "#lib/account/users/cookies.ts";
import { findSession } from "#lib/account/users/sessions.ts";
import { identify } from "#lib/api/authenticate.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

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
