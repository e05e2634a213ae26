import { callSources, countedSources } from "#lib/account/worlds/call-sources.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

/** Stands for paths without an endpoint. */
export const unknownEndpoint = "unknown";

/** The calls that an error of the counts (lib/developer/calls/list-errors.ts) stands for, as the address of their list has it. */
export function filterOfError({ endpoint, errorCode }: { endpoint: string | null; errorCode: number }, from: Date): Record<string, string> {
  return {
    errorCode: String(errorCode),
    endpoint: endpoint ?? unknownEndpoint,
    source: countedSources.join(","),
    from: from.toISOString(),
  };
}

/** Indexes serve errors; successful calls are found by reading the whole list. */
export const callFilters = {
  search: { kind: "search" },
  errorCode: { kind: "several", column: "error_code", form: /^\d{1,9}$/ },
  endpoint: { kind: "several", column: "endpoint", form: /^[\w-]{1,100}$/ },
  /** A status or a class: `404`, `4xx`. */
  status: { kind: "several", column: "status", form: /^[1-5](?:\d\d|xx)$/, isUnindexed: (status) => status < "4" },
  source: { kind: "choices", column: "source", values: callSources, isUnindexed: (source) => source === "system" },
  key: { kind: "text", column: "key_id" },
  method: { kind: "several", column: "method", form: /^[A-Z]{1,20}$/, isUnindexed: true },
  from: { kind: "from", column: "at" },
  to: { kind: "to", column: "at" },
} as const satisfies Filters;
