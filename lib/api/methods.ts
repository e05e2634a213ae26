import type { RouteContext } from "#lib/api/handle.ts";
import { securityHeaders } from "#lib/api/security-headers.ts";
import { rejectUnrouted } from "#lib/api/unrouted.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import type { Endpoint, Method } from "#lib/platform/wire/endpoint.ts";

type RouteMethod = Method | "HEAD" | "OPTIONS";
export type RouteHandler = (request: Request, route: RouteContext) => Promise<Response>;

export type MethodHandler = RouteHandler & { endpoint: Pick<Endpoint, "method"> };
/** A handler of the public API, which is found by the path of its endpoint. */
export type PathHandler = RouteHandler & { endpoint: Pick<Endpoint, "method" | "path" | "alias" | "isApart"> };

type OwnMethods = { OPTIONS: RouteHandler } & Partial<Record<RouteMethod, RouteHandler>>;

/** The exports of a route file: the methods of its path, and 405 with `Allow` in the envelope for the others. */
export function route(...handlers: MethodHandler[]): Record<RouteMethod, RouteHandler> {
  const own = methodsOf(handlers);
  const refuse = refusalOf(own.OPTIONS);
  return { GET: refuse, HEAD: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse, ...own };
}

/** The methods of a path: those of its handlers, HEAD beside GET, and OPTIONS. */
export function methodsOf(handlers: readonly MethodHandler[]): OwnMethods {
  const own: Partial<Record<RouteMethod, RouteHandler>> = Object.fromEntries(handlers.map((each) => [each.endpoint.method, each]));
  const { GET: get } = own;
  if (get !== undefined) own.HEAD = async (request, context) => withoutBody(await get(request, context));
  const allow = [...Object.keys(own), "OPTIONS"].toSorted().join(", ");
  const options = async () => new Response(null, { status: 204, headers: { ...securityHeaders, allow, "x-execution-id": newId("exec") } });
  return { ...own, OPTIONS: options };
}

/** Refuses a method with 405 and the methods that the path's OPTIONS names. */
export function refusalOf(options: RouteHandler): RouteHandler {
  return async (request, context) => {
    const allow = (await options(request, context)).headers.get("allow") ?? "";
    const message = `the method ${request.method} is not allowed here; allowed: ${allow}`;
    return rejectUnrouted(request, context, new ApiError("METHOD_NOT_ALLOWED", message), { allow });
  };
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, { status: response.status, headers: response.headers });
}
