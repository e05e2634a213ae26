import { env } from "#lib/env.ts";

const isServedSecurely = env.BASE_URL?.startsWith("https://") === true;

/** The headers of every answer, the API's as a page's: a browser takes it for what it says it is, and comes back by TLS alone. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  ...(isServedSecurely && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
};
