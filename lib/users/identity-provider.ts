import type { User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { signInByEmail } from "#lib/users/sign-in.ts";
import type { Entry, SignInOccasion } from "#lib/users/sign-in.ts";

/** What a provider hands over to next-auth: how it ended, with the session that the token is to hold. */
export type Entrant = User & { entry: Entry };

/** Where the provider is, and how it knows us. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface Claims {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

/**
 * Sign-in by OpenID Connect (portal.md § Sign-in): whoever the provider vouches for by a verified e-mail address is the user with
 * that address; nobody else is let in, and nobody is created.
 */
export function identityProvider(
  { issuer, clientId, clientSecret }: ProviderSettings,
  readOccasion: () => Promise<SignInOccasion>,
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
      // Who is not let in is turned away in the signIn callback, which knows the way back to the sign-in page.
      const isVerified = claims.email_verified === true;
      return { id: claims.sub, entry: isVerified ? await signInByEmail(claims.email, await readOccasion()) : { outcome: "refused" } };
    },
  };
}
