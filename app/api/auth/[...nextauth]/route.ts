import NextAuth from "next-auth";
import { authOptions } from "#app/_session/auth-options.ts";

const handler = NextAuth(authOptions) as (request: Request, context: unknown) => Promise<Response>;

export { handler as GET, handler as POST };
