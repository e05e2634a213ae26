import type { Endpoint, Method } from "#lib/endpoint.ts";
import { ApiError } from "#lib/errors.ts";
import type { RouteContext } from "#lib/http/handle.ts";
import { securityHeaders } from "#lib/http/security-headers.ts";
import { refuseUnrouted, notFound } from "#lib/http/unrouted.ts";
import { newId } from "#lib/ids.ts";

type RouteMethod = Method | "HEAD" | "OPTIONS";
type RouteHandler = (request: Request, route: RouteContext) => Promise<Response>;

/** What answers one method of a path. */
export type MethodHandler = RouteHandler & { endpoint: Pick<Endpoint, "method">; isOverlapped?: boolean };

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/**
 * What a route file exports: a handler for every method, those of the given endpoints and, for the others,
 * 405 in the envelope with `Allow` (Next alone would answer 405 with an empty body).
 */
export function route(...handlers: MethodHandler[]): Record<RouteMethod, RouteHandler> {
  const own = new Map<string, MethodHandler>(handlers.map((handler) => [handler.endpoint.method, handler]));
  const allowed = handlers.filter(({ isOverlapped }) => isOverlapped !== true).map(({ endpoint }) => endpoint.method);
  const allow = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ");
  const refuse: RouteHandler = (request, context) =>
    refuseUnrouted(
      request,
      context,
      new ApiError("METHOD_NOT_ALLOWED", `the method ${request.method} is not allowed here; allowed: ${allow}`),
      { allow },
    );
  const get = own.get("GET");
  return {
    ...(Object.fromEntries(methods.map((method) => [method, own.get(method) ?? refuse])) as Record<Method, RouteHandler>),
    HEAD: async (request, context) => withoutBody(await (get ?? refuse)(request, context)),
    OPTIONS: async () => new Response(null, { status: 204, headers: { ...securityHeaders, allow, "x-execution-id": newId("exec") } }),
  };
}

/**
 * The handler of another path that fits here as well, as an identifier may be spelt like this path: it answers for an identifier
 * that does not exist. What can do nothing is not among what is allowed.
 */
export function overlapped(handler: MethodHandler): MethodHandler {
  return Object.assign(handler, { isOverlapped: true });
}

/**
 * The handlers of a path whose first part is a parameter in a route file, as names that differ in case alone cannot lie side by
 * side everywhere, but may only be this word: with any other there is no such path.
 */
export function literalSegment(word: string, handlers: Record<RouteMethod, RouteHandler>): Record<RouteMethod, RouteHandler> {
  const guard = (handler: RouteHandler) => async (request: Request, context: RouteContext) => {
    const [[, first] = [], ...others] = Object.entries(await context.params);
    return first === word ? handler(request, { ...context, params: Object.fromEntries(others) }) : notFound(request, context);
  };
  return Object.fromEntries(Object.entries(handlers).map(([method, handler]) => [method, guard(handler)])) as typeof handlers;
}

async function withoutBody(response: Response): Promise<Response> {
  // A list is then made no further.
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
