import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";

export const renterErrors = {
  RENTER_ID_MISSING: { code: 2000, status: 400, meaning: "renter_id is missing", cure: 'Send the uid of the renter as a JSON text, or as {"renter_id": uid}.' },
  RENTER_UNKNOWN: { code: 2001, status: 400, meaning: "the renter is unknown", cure: "Send the uid of a renter that is registered, or ask support to register it." },
  RENTER_ALREADY_ATTACHED: { code: 2002, status: 400, meaning: "the renter is already attached to this API key", cure: "Nothing to do: GET /renters lists the attached renters." },
} as const satisfies Record<string, ErrorEntry>;

/** rules/statements.md#month-4 */
export const statementErrors = {
  STATEMENT_NOT_FOUND: { code: 1090, status: 404, meaning: "there is no statement of this month", cure: "Send a month such as 2027-01, from that of the environment's first contract to the current one. `GET /statements` lists them." },
} as const satisfies Record<string, ErrorEntry>;

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

/** The specification has no number for it, so the code repeats the HTTP status. */
export const eventErrors = {
  EVENT_NOT_FOUND: { code: 404, status: 404, meaning: "the event does not exist", cure: "Check the identifier and that it belongs to the environment of this API key. Events are kept for as long as deliveries." },
} as const satisfies Record<string, ErrorEntry>;

/** Errors of the pipeline on every side (rules/errors.md#answers-1); codes without a number of their own repeat the HTTP status. */
export const requestErrors = {
  MALFORMED_REQUEST: { code: 400, status: 400, meaning: "the request is malformed", cure: "Send what the message describes; the reference lists every field." },
  UNKNOWN_PATH: { code: 404, status: 404, meaning: "there is no such endpoint", cure: "Check the path against the reference; every endpoint lives under /v2." },
  METHOD_NOT_ALLOWED: { code: 405, status: 405, meaning: "the endpoint does not know this method", cure: "Use one of the methods of the Allow header." },
  REQUEST_TIMED_OUT: { code: 408, status: 408, meaning: "the request did not come to its end in time", cure: "Send the request again, and send it whole." },
  IDEMPOTENT_CALL_IN_PROGRESS: { code: 409, status: 409, meaning: "a call with this Idempotency-Key is still in progress", cure: "Wait for the seconds that the Retry-After header gives, and send the same request with the same key again." },
  BODY_TOO_LARGE: { code: 413, status: 413, meaning: "the body is larger than 1 MiB", cure: "Send less in one request." },
  CONTENT_TYPE_UNSUPPORTED: { code: 415, status: 415, meaning: "the content type is not supported", cure: "Send the body as application/json." },
  CONTENT_ENCODING_UNSUPPORTED: { code: 415, status: 415, meaning: "the content encoding is not supported", cure: "Send the body as it is, without the header content-encoding." },
  IDEMPOTENCY_KEY_REUSED: { code: 422, status: 422, meaning: "this Idempotency-Key was used for another request", cure: "Send the first request again to get its answer. It may have been carried out: look for what it made, by internal_id or in the call log, before you use a new key." },
  HEADERS_TOO_LARGE: { code: 431, status: 431, meaning: "the address and the headers are larger than 16 KiB", cure: "Send fewer or shorter headers; what is long belongs into the body." },
  INTERNAL_ERROR: { code: 500, status: 500, meaning: "something went wrong on our side; quote the execution id to support", cure: "Try again; if it happens again, send the execution id to support." },
  SERVICE_UNAVAILABLE: { code: 503, status: 503, meaning: "the service cannot answer at the moment", cure: "Send the request again after the seconds that the Retry-After header gives." },
  RATE_LIMITED: { code: 99888, status: 429, meaning: "too many requests", cure: "Wait for the seconds that the Retry-After header gives, and spread the calls." },
} as const satisfies Record<string, ErrorEntry>;
