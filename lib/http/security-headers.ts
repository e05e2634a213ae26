import { env } from "#lib/env.ts";

const isServedSecurely = env.BASE_URL?.startsWith("https://") === true;

export const securityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  ...(isServedSecurely && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
};
