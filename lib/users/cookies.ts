import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "#lib/env.ts";

/** Whether browsers reach us by TLS alone: then cookies are told to keep to it. */
export const isServedSecurely: boolean = env.BASE_URL?.startsWith("https://") === true;

/** With TLS the prefix makes browsers refuse the cookie from anybody but this very host. */
export const cookiePrefix = isServedSecurely ? "__Host-covergate" : "covergate";

/** Names the session (sessions.ts). */
export const sessionCookie = `${cookiePrefix}-session`;
/** Names a sign-in whose second step is still to come (sign-in.ts). */
export const pendingCookie = `${cookiePrefix}-pending`;
/** Where next-auth comes back to from an identity provider. */
export const returnCookie = `${cookiePrefix}-return`;
/** Says that its user has signed in with this browser before. */
export const deviceCookie = `${cookiePrefix}-device`;

/** How long a browser is known after its last sign-in, in seconds: half a year. */
export const deviceSeconds = 180 * 86_400;

/** What next-auth encrypts its cookies with; other uses of APP_SECRET have keys of their own. */
export const signInSecret: string = deriveSecret(env.APP_SECRET, "session");
const deviceSecret = deriveSecret(env.APP_SECRET, "device");
/** While APP_SECRET is replaced, browsers still have what was sealed under the one before. */
const deviceSecrets = env.APP_SECRETS.map((secret) => deriveSecret(secret, "device"));

function deriveSecret(secret: string, use: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "covergate", use, 32)).toString("base64url");
}

/** A random token for a cookie or a link. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What of a token is kept. It is random enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** A browser that somebody has signed in with before. */
interface Device {
  id: string;
  userId: string;
}

const claims = z.object({ device: z.string(), userId: z.string() });

/**
 * What a browser keeps from which its user has proved who they are. It opens nothing: with it, guesses at the account are
 * counted by themselves, so that nobody else's guesses keep the owner out (limit-sign-in.ts), and a sign-in is none on a new device.
 */
export function sealDevice(userId: string): Promise<string> {
  return encode({ token: { device: randomUUID(), userId }, secret: deviceSecret, maxAge: deviceSeconds });
}

/** The device in a cookie; undefined where it is none of ours, was tampered with or is too old. */
export async function openDevice(cookie: string | undefined): Promise<Device | undefined> {
  if (cookie === undefined || cookie === "") return undefined;
  for (const secret of deviceSecrets) {
    const { data } = claims.safeParse(await decode({ token: cookie, secret }).catch(() => null));
    if (data !== undefined) return { id: data.device, userId: data.userId };
  }
  return undefined;
}
