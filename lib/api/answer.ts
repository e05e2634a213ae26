import { ClientGone } from "#db/deadline.ts";
import type { KnownKey } from "#lib/account/keys/find.ts";
import type { MarkedSource } from "#lib/account/worlds/call-sources.ts";
import { compress } from "#lib/api/compress.ts";
import { clientGone, isRetryable, retryAfter } from "#lib/api/deadline.ts";
import { errorBody } from "#lib/api/envelope.ts";
import { noteRequest, readTarget } from "#lib/api/request.ts";
import { securityHeaders } from "#lib/api/security-headers.ts";
import { recordCall } from "#lib/developer/calls/record.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { log } from "#lib/platform/log/log.ts";
import { firstCharacters } from "#lib/platform/text/characters.ts";
import type { Side } from "#lib/platform/wire/endpoint.ts";
import { identifierLimit } from "#lib/platform/wire/limits.ts";

export interface Call {
  executionId: string;
  now: Date;
  /** `performance.now()` at the start. */
  started: number;
  request: Request;
  ip: string | undefined;
  /** The caller other than the partner's own system; absent for that system. */
  source?: MarkedSource | undefined;
  /** Null for a path without an endpoint. */
  endpointId: string | null;
  known?: KnownKey | undefined;
  requestText?: string;
  subjectId?: string | undefined;
  preview?: boolean;
  errorCode?: number;
  /** The headers of the answer besides the security headers, which every answer has. */
  answeredHeaders?: Record<string, string>;
  /** The time that the call waited for something to happen. */
  waitedMs?: number;
  /** The first call under the `Idempotency-Key`; this answer repeats its answer (rules/idempotency.md#keys-8). */
  replayOf?: string;
}

export function record(call: Call, status: number, responseText: string | null): void {
  if (call.known === undefined) return;
  const { path, query } = readTarget(call.request.url);
  recordCall({
    executionId: call.executionId,
    at: call.now,
    worldId: call.known.world.id,
    keyId: call.known.id,
    method: call.request.method,
    path: path.slice(0, 2000),
    endpoint: call.endpointId,
    preview: call.preview ?? false,
    // Longer identifiers match nothing, and an index entry takes at most 2,704 bytes.
    subjectId: call.subjectId === undefined ? null : firstCharacters(identifierLimit, call.subjectId),
    query: query.slice(0, 2000),
    requestBody: call.requestText ?? null,
    responseBody: responseText,
    requestHeaders: call.request.headers,
    responseHeaders: Object.entries(call.answeredHeaders ?? {}).filter(([name]) => !Object.hasOwn(securityHeaders, name)),
    status,
    errorCode: call.errorCode ?? null,
    durationMicros: Math.round((performance.now() - call.started) * 1000),
    waitedMicros: Math.round((call.waitedMs ?? 0) * 1000),
    ip: call.ip ?? null,
    userAgent: call.request.headers.get("user-agent")?.slice(0, 300) ?? null,
    replayOf: call.replayOf ?? null,
    source: call.source ?? null,
  });
}

export function answerError(side: Side, call: Call, headers: Record<string, string>, error: unknown): Response {
  if (error instanceof ClientGone) return answer(call, headers, clientGone, null);
  const { entry, message, field } = toApiError(call, error);
  const all = entry.status === 503 ? { ...headers, ...retryAfter } : headers;
  return answer(call, all, entry.status, JSON.stringify(errorBody(side, entry, { message, field }, call.executionId)));
}

/** Turns a failure into the error that the caller may see, and logs the details of an unexpected one. */
export function toApiError(call: Call, error: unknown): ApiError {
  const apiError =
    error instanceof ApiError
      ? error
      : new ApiError(isRetryable(error) ? "SERVICE_UNAVAILABLE" : "INTERNAL_ERROR", undefined, { cause: error });
  if (apiError.entry.status >= 500) log.error({ executionId: call.executionId, endpoint: call.endpointId, error }, "a call failed");
  call.errorCode = apiError.entry.code;
  return apiError;
}

export function answer(call: Call, headers: Record<string, string>, status: number, text: string | null): Response {
  const response = respond(call, headers, status, text);
  record(call, status, text);
  return response;
}

export function answerHeaders(executionId: string, hasBody = true): Record<string, string> {
  return {
    "x-execution-id": executionId,
    "cache-control": "no-store",
    ...securityHeaders,
    ...(hasBody && { "content-type": "application/json; charset=utf-8" }),
  };
}

export function respond(
  call: Call,
  headers: Record<string, string>,
  status: number,
  body: string | ReadableStream<Uint8Array> | null,
): Response {
  noteRequest({ executionId: call.executionId, code: call.errorCode, partnerId: call.known?.world.partnerId });
  const payload = compress(call.request, body);
  // A replay is identical to the first answer, with its execution id (rules/idempotency.md#keys-3); the call log has an id of its own.
  const executionId = call.replayOf ?? call.executionId;
  call.answeredHeaders = { ...answerHeaders(executionId, body !== null), ...payload.headers, ...headers };
  return new Response(payload.body, { status, headers: call.answeredHeaders });
}
