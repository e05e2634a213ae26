import { env } from "#lib/platform/env.ts";

const isServedSecurely = env.BASE_URL?.startsWith("https://") === true;

/** The headers of every answer. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  ...(isServedSecurely && { "strict-transport-security": "max-age=31536000; includeSubDomains" }),
};

/** The headers of every page and of every JSON answer to a page. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...securityHeaders,
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  "cross-origin-opener-policy": "same-origin",
  "x-frame-options": "DENY",
};
