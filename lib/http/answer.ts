import type { Side } from "#lib/endpoint.ts";
import { ApiError } from "#lib/errors.ts";
import { isPassing, retryAfter } from "#lib/http/deadline.ts";
import { errorBody } from "#lib/http/envelope.ts";
import { record } from "#lib/http/record.ts";
import type { Call } from "#lib/http/record.ts";
import { log } from "#lib/log.ts";

/** Answers a call with what the caller may know of a failure, in the envelope of the side, and records it. */
export function refuse(side: Side, call: Call, headers: Record<string, string>, error: unknown): Response {
  const { entry, message } = noteFailure(call, error);
  return answer(
    call,
    entry.status === 503 ? { ...headers, ...retryAfter } : headers,
    entry.status,
    errorBody(side, entry, message, call.executionId),
  );
}

/** What the caller may know of a failure; the detail of an unexpected one goes to the log. */
export function noteFailure(call: Call, error: unknown): ApiError {
  const known =
    error instanceof ApiError
      ? error
      : new ApiError(isPassing(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR", undefined, { cause: error });
  if (known.entry.status >= 500) log.error({ executionId: call.executionId, endpoint: call.endpointId, error }, "a call failed");
  call.errorCode = known.entry.code;
  return known;
}

/** Answers a call with a body, null for none, and records it. */
export function answer(call: Call, headers: Record<string, string>, status: number, body: unknown): Response {
  const text = body === null ? null : JSON.stringify(body);
  record(call, status, text);
  return respond(call, headers, status, text);
}

/** The headers that every answer has. */
export function answerHeaders(executionId: string, hasBody = true): Record<string, string> {
  return {
    "x-execution-id": executionId,
    "cache-control": "no-store",
    ...(hasBody && { "content-type": "application/json; charset=utf-8" }),
  };
}

/** The answer itself. */
export function respond(
  call: Call,
  headers: Record<string, string>,
  status: number,
  body: string | ReadableStream<Uint8Array> | null,
): Response {
  return new Response(body, { status, headers: { ...headers, ...answerHeaders(call.executionId, body !== null) } });
}
