import { cookies, headers } from "next/headers";
import {
  deviceCookie,
  deviceSeconds,
  isServedSecurely,
  pendingCookie,
  returnCookie,
  sealDevice,
  sessionCookie,
} from "#lib/account/users/cookies.ts";
import { sessionSeconds } from "#lib/account/users/sessions.ts";
import { pendingSeconds } from "#lib/account/users/sign-in.ts";
import type { Entry, SignInDetails } from "#lib/account/users/sign-in.ts";
import { readRequestDetails } from "#lib/api/request.ts";

/** Options of the cookies that only the server reads. */
export const cookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure: isServedSecurely } as const;

/** Reads the request details of a sign-in. */
export async function readSignInDetails(): Promise<SignInDetails> {
  const [jar, headerList] = await Promise.all([cookies(), headers()]);
  return { ...readRequestDetails(headerList), device: jar.get(deviceCookie)?.value, session: jar.get(sessionCookie)?.value };
}

/** The values that next-auth reads from the browser during a sign-in and stores in it. */
export interface SignInBrowser {
  readRequestDetails(): Promise<SignInDetails>;
  /** The page to return to after the identity provider. */
  readReturnAddress(): Promise<string | undefined>;
  keepPending(token: string): Promise<void>;
  rememberDevice(userId: string): Promise<void>;
}

/** The browser of the current request. */
export const thisBrowser: SignInBrowser = {
  readRequestDetails: readSignInDetails,
  readReturnAddress: async () => (await cookies()).get(returnCookie)?.value,
  keepPending,
  rememberDevice,
};

/** Reads this browser's sign-in that waits for its second step. */
export async function readPending(): Promise<string | undefined> {
  return (await cookies()).get(pendingCookie)?.value;
}

/** Stores the result of a sign-in step in the browser's cookies. */
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

/** Marks this browser as a known device of the user (lib/account/users/cookies.ts). */
export async function rememberDevice(userId: string): Promise<void> {
  (await cookies()).set(deviceCookie, await sealDevice(userId), { ...cookieOptions, maxAge: deviceSeconds });
}
