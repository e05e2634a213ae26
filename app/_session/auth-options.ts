import type { AuthOptions, User } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { env } from "#lib/env.ts";
import { clientAddress } from "#lib/http/client-address.ts";
import { log } from "#lib/log.ts";
import { cookiePrefix, isServedSecurely, sealSession, sessionCookie, sessionSeconds, sessionSecret } from "#lib/users/session.ts";
import { signInByEmail } from "#lib/users/sign-in-by-email.ts";
import { signIn } from "#lib/users/sign-in.ts";
import type { NewSession } from "#lib/users/sign-in.ts";

/** What a provider hands over: the session that the token is to hold. */
type Entrant = User & { session: NewSession };

const byPassword = CredentialsProvider({
  credentials: { email: {}, password: {} },
  async authorize(credentials, request) {
    const address = clientAddress(new Headers(request.headers as Record<string, string>));
    const signedIn = await signIn(credentials, address, new Date()).catch((error: unknown) => {
      log.error({ error }, "sign-in failed");
      throw new Error("Unexpected");
    });
    // next-auth hands the message of an error to the browser, as the outcome of its request.
    if (signedIn.outcome === "tooMany") throw new Error("TooManyAttempts");
    if (signedIn.outcome === "refused") return null;
    return { id: signedIn.session.userId, session: signedIn.session } satisfies Entrant;
  },
});

interface OidcProfile {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

function byIdentityProvider(issuer: string): OAuthConfig<OidcProfile> {
  return {
    id: "oidc",
    name: "OpenID Connect",
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId: env.OIDC_CLIENT_ID ?? "",
    clientSecret: env.OIDC_CLIENT_SECRET ?? "",
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email" } },
    async profile(claims): Promise<Entrant> {
      const session = claims.email_verified === true ? await signInByEmail(claims.email, "identity provider", new Date()) : undefined;
      // Refused in the signIn callback, which knows the way back to the sign-in page.
      return { id: claims.sub, session: session ?? { userId: "", sessionVersion: 0 } };
    },
  };
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
    signIn: ({ user }) => (user as Entrant).session.userId !== "",
    jwt: ({ token, user, trigger }) => (trigger === "signIn" ? { ...(user as Entrant).session } : token),
    session: ({ session }) => ({ expires: session.expires }),
  },
  logger: {
    error: (code, metadata) => log.error({ code, error: metadata instanceof Error ? metadata : metadata.error }, "sign-in failed"),
    warn: (code) => log.warn({ code }, "sign-in"),
    debug: () => undefined,
  },
};
