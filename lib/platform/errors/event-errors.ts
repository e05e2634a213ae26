import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

/** The specification has no number for it, so the code repeats the HTTP status. */
export const eventErrors = {
  EVENT_NOT_FOUND: { code: 404, status: 404, meaning: "the event does not exist", cure: "Check the identifier and that it belongs to the environment of this API key. Events are kept for as long as deliveries." },
} as const satisfies Record<string, ErrorEntry>;
