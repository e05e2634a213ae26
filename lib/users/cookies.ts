import { hkdfSync, randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import type { JWTEncodeParams } from "next-auth/jwt";
import { z } from "zod";
import { currentTime } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import type { NewSession } from "#lib/users/sign-in.ts";

/** Whether browsers reach us by TLS alone: then cookies are told to keep to it. */
export const isServedSecurely: boolean = env.BASE_URL?.startsWith("https://") === true;

/** With TLS the prefix makes browsers refuse the cookie from anybody but this very host. */
export const cookiePrefix = isServedSecurely ? "__Host-covergate" : "covergate";
export const sessionCookie = `${cookiePrefix}-session`;

/** How long a session lasts, in seconds: a working day. */
export const sessionSeconds = 12 * 3600;

/** What sessions are encrypted with; other uses of APP_SECRET have keys of their own. */
export const sessionSecret: string = Buffer.from(hkdfSync("sha256", env.APP_SECRET, "covergate", "session", 32)).toString("base64url");

/**
 * Seals a session for its cookie. One that is sealed anew, as next-auth does whenever it is asked for it, ends when it would
 * have ended: who stole a cookie cannot keep it alive.
 */
export function sealSession({ token, secret }: Pick<JWTEncodeParams, "token" | "secret">): Promise<string> {
  const end = token?.["exp"];
  const left = typeof end === "number" ? end - Math.floor(currentTime().getTime() / 1000) : sessionSeconds;
  return encode({ ...(token !== undefined && { token }), secret, maxAge: Math.min(left, sessionSeconds) });
}

const sessionClaims = z.object({ userId: z.string(), sessionVersion: z.int() });

/** The session in a cookie; undefined where it is none of ours, was tampered with or is over. */
export async function openSession(cookie: string | undefined): Promise<NewSession | undefined> {
  if (cookie === undefined || cookie === "") return undefined;
  const claims = sessionClaims.safeParse(await readToken(cookie));
  return claims.data;
}

async function readToken(cookie: string): Promise<unknown> {
  try {
    return await decode({ token: cookie, secret: sessionSecret });
  } catch {
    // Whatever makes a token unreadable makes it nobody's.
    return null;
  }
}

export const deviceCookie = `${cookiePrefix}-device`;

/** How long a browser is known after its last sign-in, in seconds: half a year. */
export const deviceSeconds = 180 * 86_400;

const secret = Buffer.from(hkdfSync("sha256", env.APP_SECRET, "covergate", "device", 32)).toString("base64url");

/** A browser that somebody has signed in with before. */
interface Device {
  id: string;
  userId: string;
}

const claims = z.object({ device: z.string(), userId: z.string() });

/**
 * What a browser keeps from which its user has proved who they are. It opens nothing: with it, guesses at the account are
 * counted by themselves, so that nobody else's guesses keep the owner out (limit-sign-in.ts).
 */
export function sealDevice(userId: string): Promise<string> {
  return encode({ token: { device: randomUUID(), userId }, secret, maxAge: deviceSeconds });
}

/** The device in a cookie; undefined where it is none of ours, was tampered with or is too old. */
export async function openDevice(cookie: string | undefined): Promise<Device | undefined> {
  if (cookie === undefined || cookie === "") return undefined;
  const { data } = claims.safeParse(await decode({ token: cookie, secret }).catch(() => null));
  return data && { id: data.device, userId: data.userId };
}
