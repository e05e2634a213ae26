import NextAuth from "next-auth";
import { authOptions } from "#app/_session/auth-options.ts";
import { env } from "#lib/env.ts";
import { guardSignIn } from "#lib/http/sign-in.ts";

const handler = guardSignIn(NextAuth(authOptions) as Parameters<typeof guardSignIn>[0], {
  baseUrl: env.BASE_URL ?? `http://localhost:${env.PORT}`,
  returnCookie: authOptions.cookies?.callbackUrl?.name ?? "",
});

export { handler as GET, handler as POST };
