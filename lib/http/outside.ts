import { ApiError } from "#lib/errors.ts";
import { errorBody, sideOfPath } from "#lib/http/envelope.ts";
import type { RouteContext } from "#lib/http/handle.ts";
import { identify } from "#lib/http/identify.ts";
import { record } from "#lib/http/record.ts";
import { newId } from "#lib/ids.ts";

/** Answers a request that belongs to no endpoint, in its side's envelope; logged where the key is known, like every call. */
export async function refuseOutside(
  request: Request,
  context: RouteContext,
  refusal: ApiError,
  headers: Record<string, string> = {},
): Promise<Response> {
  const now = new Date();
  const started = performance.now();
  const executionId = newId("exec");
  const side = sideOfPath(new URL(request.url).pathname);
  const { known } = await identify(request.headers.get("key"), now);
  const { code, status } = refusal.entry;
  const text = JSON.stringify(errorBody(side, refusal.entry, refusal.message, executionId));
  record({ executionId, now, started, request, ip: context.ip, endpointId: null, known, errorCode: code }, status, text);
  return new Response(request.method === "HEAD" ? null : text, {
    status,
    headers: { ...headers, "x-execution-id": executionId, "cache-control": "no-store", "content-type": "application/json; charset=utf-8" },
  });
}

/** 404 for a path under `/v2` that no endpoint owns. */
export function unknownPath(request: Request, context: RouteContext): Promise<Response> {
  return refuseOutside(request, context, new ApiError("UNKNOWN_PATH"));
}
