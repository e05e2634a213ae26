import type { ErrorEntry } from "#lib/platform/errors/user-error.ts";
import type { Endpoint, Side } from "#lib/platform/wire/endpoint.ts";

const errorTypes: Record<number, string> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  408: "request_timeout",
  409: "conflict",
  413: "payload_too_large",
  415: "unsupported_media_type",
  422: "unprocessable_content",
  429: "too_many_requests",
  431: "request_header_fields_too_large",
  500: "internal_error",
  503: "service_unavailable",
};

/** The word for an HTTP status in an error's `type` (rules/errors.md#envelopes-1). */
export function errorType(status: number): string {
  return errorTypes[status] ?? "error";
}

/** The side that answers for a path without an endpoint. */
export function sideOfPath(path: string): Side {
  if (/^\/v2\/((sandbox\/)?claims|contracts\/[^/]+\/claimLinks)(\/|$)/.test(path)) return "claim";
  return /^\/v2\/(products|renters|geo)(\/|$)/.test(path) ? "product" : "contract";
}

/** Builds the body of a success (rules/errors.md#answers-3). `next` is where a list goes on that can be continued. */
export function successBody(endpoint: Endpoint, data: unknown, executionId: string, next: string | null = null): unknown {
  if (endpoint.side === "claim") return Object.assign({ success: true }, endpoint.success.spread ? data : { data });
  if (endpoint.success.spread) return Object.assign({ status: "success", execution_id: executionId }, data);
  const resource = {
    ...(endpoint.success.resource !== undefined && { [endpoint.success.resource]: data }),
    ...(endpoint.success.continued && { next }),
  };
  if (endpoint.success.listed) return [{ status: "success", ...resource }];
  return Object.assign({ status: "success", execution_id: executionId }, resource);
}

export function aroundData(endpoint: Endpoint, executionId: string): { before: string; after: string } {
  const empty = JSON.stringify(successBody(endpoint, [], executionId));
  const cut = empty.lastIndexOf("[]");
  return { before: empty.slice(0, cut), after: empty.slice(cut + "[]".length) };
}

export function aroundItems(endpoint: Endpoint, executionId: string): { before: string; after: string } {
  const { before, after } = aroundData(endpoint, executionId);
  return { before: `${before}[`, after: `]${after}` };
}

/**
 * Builds the body of an error (rules/errors.md#envelopes-1). Authentication errors have the claim side's shape everywhere; on the
 * product side they have both shapes (rules/errors.md#envelopes-4).
 */
export function errorBody(
  side: Side,
  entry: ErrorEntry,
  { message, field }: { message: string; field?: string | undefined },
  executionId: string,
): unknown {
  const type = errorType(entry.status);
  const detail = { code: entry.code, message, ...(field !== undefined && { field }) };
  if (side === "claim" || entry.status === 401) {
    const both = side === "product" ? { status: "error", type, message, execution_id: executionId } : {};
    return { ...both, success: false, error: detail };
  }
  if (side === "product") {
    return { status: "error", type, message, execution_id: executionId, code: entry.code, ...(field !== undefined && { field }) };
  }
  return {
    status: "error",
    execution_id: executionId,
    type,
    message: type.replaceAll("_", " "),
    error: detail,
  };
}
