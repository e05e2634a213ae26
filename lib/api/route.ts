import type { RouteContext } from "#lib/api/handle.ts";
import { securityHeaders } from "#lib/api/security-headers.ts";
import { rejectUnrouted, notFound } from "#lib/api/unrouted.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Endpoint, Method } from "#lib/platform/wire/endpoint.ts";

type RouteMethod = Method | "HEAD" | "OPTIONS";
type RouteHandler = (request: Request, route: RouteContext) => Promise<Response>;

export type MethodHandler = RouteHandler & { endpoint: Pick<Endpoint, "method">; isOverlapped?: boolean };

const methods: readonly Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The exports of a route file: its handlers, and 405 with `Allow` in the envelope for other methods. */
export function route(...handlers: MethodHandler[]): Record<RouteMethod, RouteHandler> {
  const own = new Map<string, MethodHandler>(handlers.map((handler) => [handler.endpoint.method, handler]));
  const allowed = handlers.filter(({ isOverlapped }) => isOverlapped !== true).map(({ endpoint }) => endpoint.method);
  const allow = [...allowed, ...(allowed.includes("GET") ? ["HEAD"] : []), "OPTIONS"].toSorted().join(", ");
  const refuse: RouteHandler = (request, context) =>
    rejectUnrouted(
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

/** Marks the handler of an overlapping path with a parameter, which answers for an unknown identifier. It is left out of `Allow`. */
export function overlapped(handler: MethodHandler): MethodHandler {
  return Object.assign(handler, { isOverlapped: true });
}

/** Handlers of a path whose first segment is this word. Folders that differ only in case cannot coexist on every file system. */
export function literalSegment(word: string, handlers: Record<RouteMethod, RouteHandler>): Record<RouteMethod, RouteHandler> {
  const guard = (handler: RouteHandler) => async (request: Request, context: RouteContext) => {
    const [[, first] = [], ...others] = Object.entries(await context.params);
    return first === word ? handler(request, { ...context, params: Object.fromEntries(others) }) : notFound(request, context);
  };
  return Object.fromEntries(Object.entries(handlers).map(([method, handler]) => [method, guard(handler)])) as typeof handlers;
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
