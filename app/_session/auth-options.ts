import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { cookies, headers } from "next/headers";
import { rememberDevice } from "#app/_session/device.ts";
import { currentTime } from "#lib/clock.ts";
import { env } from "#lib/env.ts";
import { clientAddress } from "#lib/http/request.ts";
import { log } from "#lib/log.ts";
import { deviceCookie } from "#lib/users/devices.ts";
import { identityProvider } from "#lib/users/identity-provider.ts";
import type { Entrant } from "#lib/users/identity-provider.ts";
import { cookiePrefix, isServedSecurely, sealSession, sessionCookie, sessionSeconds, sessionSecret } from "#lib/users/session.ts";
import { signIn } from "#lib/users/sign-in.ts";
import type { SignIn } from "#lib/users/sign-in.ts";

/** Whether somebody is let in; next-auth hands the message of an error to the browser, as the outcome of its request. */
function isAllowed(entry: SignIn): entry is Extract<SignIn, { outcome: "signedIn" }> {
  if (entry.outcome === "tooMany") throw new Error("TooManyAttempts");
  if (entry.outcome === "suspended") throw new Error("PartnerSuspended");
  return entry.outcome === "signedIn";
}

const byPassword = CredentialsProvider({
  credentials: { email: {}, password: {} },
  async authorize(credentials, request) {
    const address = clientAddress(new Headers(request.headers as Record<string, string>));
    const device = (await cookies()).get(deviceCookie)?.value;
    const entry = await signIn(credentials, { now: currentTime(), address, device }).catch((error: unknown) => {
      log.error({ error }, "sign-in failed");
      throw new Error("Unexpected");
    });
    if (!isAllowed(entry)) return null;
    await rememberDevice(entry.session.userId);
    return { id: entry.session.userId, entry } satisfies Entrant;
  },
});

function byIdentityProvider(issuer: string): ReturnType<typeof identityProvider> {
  const settings = { issuer, clientId: env.OIDC_CLIENT_ID ?? "", clientSecret: env.OIDC_CLIENT_SECRET ?? "" };
  return identityProvider(settings, async () => ({ now: currentTime(), address: clientAddress(await headers()) }));
}

const cookie = (name: string, httpOnly = true) => ({
  name: `${cookiePrefix}-${name}`,
  options: { httpOnly, sameSite: "lax" as const, path: "/", secure: isServedSecurely },
});

/** How next-auth signs people in. The token holds the user's id and session version; all else is read from the row at each request. */
export const authOptions: AuthOptions = {
  secret: sessionSecret,
  session: { strategy: "jwt", maxAge: sessionSeconds },
  jwt: { encode: sealSession },
  pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
  providers: [byPassword, ...(env.OIDC_ISSUER === undefined ? [] : [byIdentityProvider(env.OIDC_ISSUER)])],
  useSecureCookies: isServedSecurely,
  cookies: {
    sessionToken: { ...cookie("session"), name: sessionCookie },
    csrfToken: cookie("csrf"),
    callbackUrl: cookie("return"),
    pkceCodeVerifier: cookie("pkce"),
    state: cookie("state"),
    nonce: cookie("nonce"),
  },
  callbacks: {
    signIn: ({ user }) => isAllowed((user as Entrant).entry),
    jwt({ token, user, trigger }) {
      if (trigger !== "signIn") return token;
      const { entry } = user as Entrant;
      return isAllowed(entry) ? { ...entry.session } : {};
    },
    session: ({ session }) => ({ expires: session.expires }),
  },
  logger: {
    error: (code, metadata) => log.error({ code, error: metadata instanceof Error ? metadata : metadata.error }, "sign-in failed"),
    warn: (code) => log.warn({ code }, "sign-in"),
    debug: () => undefined,
  },
};
