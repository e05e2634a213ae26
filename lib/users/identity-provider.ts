import type { User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import type { Occasion } from "#lib/users/contexts.ts";
import { signInByEmail } from "#lib/users/sign-in-by-email.ts";
import type { NewSession } from "#lib/users/sign-in.ts";

/** What a provider hands over to next-auth: the session that the token is to hold. */
export type Entrant = User & { session: NewSession };

interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

/** Nobody's session: refused in the signIn callback, which knows the way back to the sign-in page. */
const refused: NewSession = { userId: "", sessionVersion: 0 };

/**
 * Sign-in by OpenID Connect (portal.md § Sign-in): whoever the provider vouches for by a verified e-mail address is the user with
 * that address; nobody else is let in, and nobody is created.
 */
export function identityProvider(
  { issuer, clientId, clientSecret }: { issuer: string; clientId: string; clientSecret: string },
  readOccasion: () => Promise<Occasion>,
): OAuthConfig<Claims> {
  return {
    id: "oidc",
    name: "OpenID Connect",
    type: "oauth",
    wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email" } },
    async profile(claims): Promise<Entrant> {
      const session = claims.email_verified === true ? await signInByEmail(claims.email, await readOccasion()) : undefined;
      return { id: claims.sub, session: session ?? refused };
    },
  };
}
