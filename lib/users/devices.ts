import { hkdfSync, randomUUID } from "node:crypto";
import { decode, encode } from "next-auth/jwt";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { cookiePrefix } from "#lib/users/session.ts";

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
