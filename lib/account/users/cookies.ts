import { createHash, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "#lib/platform/env.ts";

/** True if browsers reach us by TLS only. */
export const isServedSecurely: boolean = env.BASE_URL?.startsWith("https://") === true;

/** `__Host-` makes browsers refuse the cookie from other hosts. */
export const cookiePrefix = isServedSecurely ? "__Host-covergate" : "covergate";

export const sessionCookie = `${cookiePrefix}-session`;
export const pendingCookie = `${cookiePrefix}-pending`;
/** next-auth's return address for an identity provider. */
export const returnCookie = `${cookiePrefix}-return`;
/** Marks a browser that its user has signed in with before. */
export const deviceCookie = `${cookiePrefix}-device`;

export const deviceSeconds = 180 * 86_400;

/** The secret of next-auth's own cookies; other uses of APP_SECRET derive keys of their own. */
export const signInSecret: string = deriveSecret(env.APP_SECRET, "session");
const deviceSecret = deriveSecret(env.APP_SECRET, "device");
/** Holds several secrets while APP_SECRET is rotated. */
const deviceSecrets = env.APP_SECRETS.map((secret) => deriveSecret(secret, "device"));

function deriveSecret(secret: string, use: string): string {
  return Buffer.from(hkdfSync("sha256", secret, "covergate", use, 32)).toString("base64url");
}

declare const opensSomething: unique symbol;
/** The text of a session, a sign-in or a one-time link. No procedure may answer one (answers.test.ts). */
export type Token = string & { readonly [opensSomething]: true };

export function newToken(): Token {
  return randomBytes(32).toString("base64url") as Token;
}

/** A token is random enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

interface Device {
  id: string;
  userId: string;
}

const claims = z.object({ device: z.string(), userId: z.string() });

/** It grants nothing: guesses from this browser are counted apart, so that strangers cannot lock the owner out (limit-sign-in.ts). */
export function sealDevice(userId: string): Promise<string> {
  return encode({ token: { device: randomUUID(), userId }, secret: deviceSecret, maxAge: deviceSeconds });
}

/** Opens the cookie of a device; undefined for a forged or expired one. */
export async function openDevice(cookie: string | undefined): Promise<Device | undefined> {
  if (cookie === undefined || cookie === "") return undefined;
  for (const secret of deviceSecrets) {
    const { data } = claims.safeParse(await decode({ token: cookie, secret }).catch(() => null));
    if (data !== undefined) return { id: data.device, userId: data.userId };
  }
  return undefined;
}
