import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

export const keyErrors = {
  MISSING_API_KEY: { code: 9001, status: 401, meaning: "Missing API key", cure: "Send the API key in the header named key." },
  INVALID_API_KEY: { code: 9002, status: 401, meaning: "Invalid API key", cure: "Copy the key again from the portal, under API keys. If it is revoked or has expired, an owner of your company creates another one there, in Development a developer too; support replaces the key of the environment." },
  UNAUTHORIZED_USER: { code: 9003, status: 401, meaning: "Unauthorized user", cure: "Use the uid of a renter attached to this API key; POST /renters attaches one. If the message names a right, use a key that has it: an owner of your company gives a key its rights in the portal, under API keys." },
  INSUFFICIENT_PERMISSIONS: {
    code: 98888,
    status: 403,
    meaning: "insufficient permissions",
    cure: "If the message names a feature, ask support to turn it on. If it names a right, use a key that has it: an owner of your company gives a key its rights in the portal, under API keys. If it names an environment, use a key of that one.",
  },
  OPEN_CONTRACTS_LIMIT: { code: 99888, status: 429, meaning: "the limit of open contracts is reached", cure: "End contracts that are no longer needed, or ask support for a higher limit." },
} as const satisfies Record<string, ErrorEntry>;
