import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { authOptions } from "#app/_session/auth-options.ts";
import { guardSignIn } from "#lib/api/portal/sign-in.ts";
import { env } from "#lib/platform/env.ts";

const handler = guardSignIn(NextAuth(authOptions) as Parameters<typeof guardSignIn>[0], {
  baseUrl: env.BASE_URL ?? `http://localhost:${env.PORT}`,
  returnCookie: authOptions.cookies?.callbackUrl?.name ?? "",
  withBody: ({ url, method, headers }, body) => new NextRequest(url, { method, headers, body }),
});

export { handler as GET, handler as POST };
