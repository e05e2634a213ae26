import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { Provider } from "next-auth/providers/index";
import { db } from "#db/client.ts";
import { cookiePrefix, isServedSecurely, returnCookie, sessionCookie, signInSecret } from "#lib/account/users/cookies.ts";
import { identityProvider } from "#lib/account/users/identity-provider.ts";
import type { Entrant, ProviderSettings } from "#lib/account/users/identity-provider.ts";
import { chooseReturnPath } from "#lib/account/users/rules/return-path.ts";
import { endSession, sessionSeconds } from "#lib/account/users/sessions.ts";
import { signIn } from "#lib/account/users/sign-in.ts";
import type { SignIn } from "#lib/account/users/sign-in.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { cookieOptions, thisBrowser } from "#lib/rpc/browser.ts";
import type { SignInBrowser } from "#lib/rpc/browser.ts";

/** Narrows a sign-in to the signed-in outcome; next-auth returns an error's message to the browser as the outcome. */
function isLetIn(entry: SignIn): entry is Extract<SignIn, { outcome: "signedIn" }> {
  if (entry.outcome === "tooMany") throw new Error("TooManyAttempts");
  if (entry.outcome === "suspended") throw new Error("PartnerSuspended");
  return entry.outcome === "signedIn";
}

function byPassword(browser: SignInBrowser): Provider {
  return CredentialsProvider({
    credentials: { email: {}, password: {} },
    async authorize(credentials) {
      const entry = await signIn(credentials, await browser.readRequestDetails()).catch((error: unknown) => {
        log.error({ error }, "sign-in failed");
        throw new Error("Unexpected");
      });
      if (entry.outcome === "secondStep") {
        await browser.keepPending(entry.pending);
        throw new Error("SecondStep");
      }
      return isLetIn(entry) ? ({ id: entry.userId, entry } satisfies Entrant) : null;
    },
  });
}

const oidc: ProviderSettings | undefined =
  env.OIDC_ISSUER === undefined
    ? undefined
    : { issuer: env.OIDC_ISSUER, clientId: env.OIDC_CLIENT_ID ?? "", clientSecret: env.OIDC_CLIENT_SECRET ?? "" };

const cookie = (name: string) => ({ name: `${cookiePrefix}-${name}`, options: cookieOptions });

/** The sign-in page with the second step and the originally requested page. */
function secondStepPage(address = ""): string {
  const { pathname, search } = URL.canParse(address) ? new URL(address) : { pathname: "/", search: "" };
  return `/sign-in?${new URLSearchParams({ from: chooseReturnPath(pathname + search, "/sign-in") })}`;
}

/** Configures next-auth. Its token is the session token of the cookie; everything else is read from the database at each request. */
export const buildAuthOptions = (browser: SignInBrowser, provider: ProviderSettings | undefined): AuthOptions => ({
  secret: signInSecret,
  session: { strategy: "jwt", maxAge: sessionSeconds },
  jwt: {
    encode: async ({ token }) => (typeof token?.["session"] === "string" ? token["session"] : ""),
    decode: async ({ token }) => (token === undefined ? null : { session: token }),
  },
  pages: { signIn: "/sign-in", signOut: "/sign-in", error: "/sign-in" },
  providers: [byPassword(browser), ...(provider === undefined ? [] : [identityProvider(provider, browser.readRequestDetails)])],
  useSecureCookies: isServedSecurely,
  cookies: {
    sessionToken: { name: sessionCookie, options: cookieOptions },
    csrfToken: cookie("csrf"),
    callbackUrl: { name: returnCookie, options: cookieOptions },
    pkceCodeVerifier: cookie("pkce"),
    state: cookie("state"),
    nonce: cookie("nonce"),
  },
  callbacks: {
    async signIn({ user }) {
      const { entry } = user as Entrant;
      if (entry.outcome === "secondStep") {
        await browser.keepPending(entry.pending);
        return secondStepPage(await browser.readReturnAddress());
      }
      if (!isLetIn(entry)) return false;
      await browser.rememberDevice(entry.userId);
      return true;
    },
    jwt({ token, user, trigger }) {
      if (trigger !== "signIn") return token;
      const { entry } = user as Entrant;
      return isLetIn(entry) ? { session: entry.session } : {};
    },
    session: ({ session }) => ({ expires: session.expires }),
  },
  events: {
    async signOut({ token }) {
      const { session } = token as { session?: string };
      if (session !== undefined) await endSession(db, session, currentTime());
    },
  },
  logger: {
    error: (code, metadata) => log.error({ code, error: metadata instanceof Error ? metadata : metadata.error }, "sign-in failed"),
    warn: (code) => log.warn({ code }, "sign-in"),
    debug: () => undefined,
  },
});

export const authOptions: AuthOptions = buildAuthOptions(thisBrowser, oidc);
