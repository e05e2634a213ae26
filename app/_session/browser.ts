import { cookies, headers } from "next/headers";
import { readRequestDetails } from "#lib/http/request-details.ts";
import {
  deviceCookie,
  deviceSeconds,
  isServedSecurely,
  pendingCookie,
  returnCookie,
  sealDevice,
  sessionCookie,
} from "#lib/users/cookies.ts";
import { sessionSeconds } from "#lib/users/sessions.ts";
import { pendingSeconds } from "#lib/users/sign-in.ts";
import type { Entry, SignInDetails } from "#lib/users/sign-in.ts";

/** How every cookie of ours is set that nobody but the server reads. */
export const cookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure: isServedSecurely } as const;

/** What a browser comes with that signs in. */
export async function readSignInDetails(): Promise<SignInDetails> {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return { ...readRequestDetails(sent), device: jar.get(deviceCookie)?.value, session: jar.get(sessionCookie)?.value };
}

/** What next-auth asks of a browser that signs in, and has it keep. */
export interface SignInBrowser {
  readRequestDetails(): Promise<SignInDetails>;
  /** The page that it comes back to from an identity provider. */
  readReturnAddress(): Promise<string | undefined>;
  keepPending(token: string): Promise<void>;
  rememberDevice(userId: string): Promise<void>;
}

/** The browser whose request this is. */
export const thisBrowser: SignInBrowser = {
  readRequestDetails: readSignInDetails,
  readReturnAddress: async () => (await cookies()).get(returnCookie)?.value,
  keepPending,
  rememberDevice,
};

/** The sign-in of this browser that waits for its second step. */
export async function readPending(): Promise<string | undefined> {
  return (await cookies()).get(pendingCookie)?.value;
}

/** Has the browser keep what a step of a sign-in has come to. */
export async function keepEntry(entry: Entry): Promise<void> {
  if (entry.outcome === "secondStep") return keepPending(entry.pending);
  if (entry.outcome !== "signedIn") return undefined;
  await forgetPending();
  await keepSession(entry.session);
  return rememberDevice(entry.userId);
}

export async function keepSession(token: string): Promise<void> {
  (await cookies()).set(sessionCookie, token, { ...cookieOptions, maxAge: sessionSeconds });
}

export async function keepPending(token: string): Promise<void> {
  (await cookies()).set(pendingCookie, token, { ...cookieOptions, maxAge: pendingSeconds });
}

export async function forgetPending(): Promise<void> {
  const jar = await cookies();
  if (jar.has(pendingCookie)) jar.set(pendingCookie, "", { ...cookieOptions, maxAge: 0 });
}

/** Has the browser keep that this user has proved who they are with it (lib/users/cookies.ts). */
export async function rememberDevice(userId: string): Promise<void> {
  (await cookies()).set(deviceCookie, await sealDevice(userId), { ...cookieOptions, maxAge: deviceSeconds });
}
