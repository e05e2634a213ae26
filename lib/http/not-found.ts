import { currentTime } from "#lib/clock.ts";
import { ApiError } from "#lib/errors.ts";
import { refuse } from "#lib/http/answer.ts";
import { authenticate } from "#lib/http/authenticate.ts";
import { startDeadline } from "#lib/http/deadline.ts";
import { sideOfPath } from "#lib/http/envelope.ts";
import type { RouteContext } from "#lib/http/handle.ts";
import type { Call } from "#lib/http/record.ts";
import { readTarget } from "#lib/http/target.ts";
import { newId } from "#lib/ids.ts";

/**
 * Answers a request that belongs to no endpoint, in its side's envelope; counted where the key is known, and logged where `admit` names it.
 * Whether there is a key that works makes no difference: there is nothing to protect.
 */
export async function refuseUnrouted(
  request: Request,
  context: RouteContext,
  refusal: ApiError,
  headers: Record<string, string> = {},
): Promise<Response> {
  const call = beginCall(request, context);
  const side = sideOfPath(readTarget(request.url).path);
  try {
    const admission = await startDeadline()(() => authenticate(request, call.now));
    call.known = admission.known;
    const isOverLimit = admission.refusal?.errorName === "RATE_LIMITED";
    return refuse(side, call, { ...headers, ...admission.headers }, isOverLimit ? admission.refusal : refusal);
  } catch (error) {
    return refuse(side, call, headers, error);
  }
}

/** 404 for a path under `/v2` that no endpoint owns. */
export function notFound(request: Request, context: RouteContext): Promise<Response> {
  return refuseUnrouted(request, context, new ApiError("UNKNOWN_PATH"));
}

/** Answers a request whose handler failed without an answer of its own: a failure of ours, whatever was asked. */
export function refuseFailed(request: Request, context: RouteContext, error: unknown): Response {
  return refuse(sideOfPath(readTarget(request.url).path), beginCall(request, context), {}, error);
}

function beginCall(request: Request, { ip }: RouteContext): Call {
  return { executionId: newId("exec"), now: currentTime(), started: performance.now(), request, ip, endpointId: null };
}
