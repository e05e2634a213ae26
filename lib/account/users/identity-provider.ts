import type { User } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { signInByEmail } from "#lib/account/users/sign-in.ts";
import type { Entry, SignInDetails } from "#lib/account/users/sign-in.ts";

/** The outcome of a sign-in for next-auth, with the session for its token. */
export type Entrant = User & { entry: Entry };

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface Claims {
  iss: string;
  sub: string;
  email?: string;
  email_verified?: boolean;
}

/** Sign-in by OpenID Connect (rules/authority.md#signin-5): a verified e-mail address signs in its user; users are never created. */
export function identityProvider(
  { issuer, clientId, clientSecret }: ProviderSettings,
  readRequestDetails: () => Promise<SignInDetails>,
): OAuthConfig<Claims> {
  const own = withoutSlash(issuer);
  return {
    id: "oidc",
    name: "OpenID Connect",
    type: "oauth",
    wellKnown: `${own}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    authorization: { params: { scope: "openid email" } },
    async profile(claims): Promise<Entrant> {
      // The signIn callback refuses, since it knows the way back to the sign-in page.
      // The library compares a token with what the provider calls itself, and not that with the address that is set.
      const isTrusted = withoutSlash(claims.iss) === own && claims.email_verified === true;
      return { id: claims.sub, entry: isTrusted ? await signInByEmail(claims.email, await readRequestDetails()) : { outcome: "refused" } };
    },
  };
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, "");
}
