import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

export const renterErrors = {
  RENTER_ID_MISSING: { code: 2000, status: 400, meaning: "renter_id is missing", cure: 'Send the uid of the renter as a JSON text, or as {"renter_id": uid}.' },
  RENTER_UNKNOWN: { code: 2001, status: 400, meaning: "the renter is unknown", cure: "Send the uid of a renter that is registered, or ask support to register it." },
  RENTER_ALREADY_ATTACHED: { code: 2002, status: 400, meaning: "the renter is already attached to this API key", cure: "Nothing to do: GET /renters lists the attached renters." },
} as const satisfies Record<string, ErrorEntry>;
