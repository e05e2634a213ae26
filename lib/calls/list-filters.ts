import type { Filters } from "#lib/portal-lists.ts";

/** Stands among endpoints for paths that no endpoint has. */
export const unknownEndpoint = "unknown";

/** How a partner's list of calls can be narrowed. Indexes serve errors; calls that went well are found on the way through the whole list. */
export const callFilters = {
  /** A call by its execution id, or those about a contract, claim or product by its identifier. */
  search: { kind: "search" },
  errorCode: { kind: "several", column: "error_code", form: /^\d{1,9}$/ },
  endpoint: { kind: "several", column: "endpoint", form: /^[\w-]{1,100}$/ },
  /** A status, or a class of them: `404`, `4xx`. */
  status: { kind: "several", column: "status", form: /^[1-5](?:\d\d|xx)$/, isUnindexed: (status) => status < "4" },
  /** The key's id. */
  key: { kind: "text", column: "key_id" },
  method: { kind: "several", column: "method", form: /^[A-Z]{1,20}$/, isUnindexed: true },
  from: { kind: "from", column: "at" },
  to: { kind: "to", column: "at" },
} as const satisfies Filters;
