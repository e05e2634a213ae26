import { maxHeaderSize } from "node:http";
import createTrees from "find-my-way";
import type { HTTPMethod } from "find-my-way";
import type { RouteContext } from "#lib/api/handle.ts";
import { methodsOf, refusalOf, route } from "#lib/api/methods.ts";
import type { PathHandler, RouteHandler } from "#lib/api/methods.ts";
import { answerUnexpectedError, notFound } from "#lib/api/unrouted.ts";

export interface Router {
  /** Adds the methods of a path, whose parameters are written `:name`. */
  mount(path: string, methods: Readonly<Record<string, RouteHandler>>): void;
  /** Finds the route of a path, which may have a query. */
  find(method: string, target: string): Route;
}

interface Route {
  /** The pattern of the path, never the path. */
  pattern: string;
  /** Answers a request with the handler of the route; 500 in the envelope if it throws. */
  answer(request: Request, caller: Omit<RouteContext, "params">): Promise<Response>;
}

/** A route as a tree stores it; the trees' own handlers take Node's requests and are not used. */
interface Mounted {
  handler: RouteHandler;
  path: string;
}

interface Match extends Mounted {
  params: Record<string, string>;
}

/**
 * Finds the handlers of requests in a radix tree for each method, where a fixed segment comes before a parameter. The tree of PATCH has no
 * `…/automaticRenewal/current`, so `…/automaticRenewal/{arid}` answers it there.
 */
export function createRouter(routes: readonly PathHandler[]): Router {
  const trees = createTrees({ ignoreTrailingSlash: true, maxParamLength: maxHeaderSize });
  const mount: Router["mount"] = (path, methods) => {
    for (const [method, handler] of Object.entries(methods)) trees.on(method as HTTPMethod, path, () => undefined, { handler, path });
  };
  const match = (method: string, target: string): Match | undefined => {
    const leaf = trees.find(method as HTTPMethod, target);
    return leaf === null ? undefined : { ...(leaf.store as Mounted), params: leaf.params as Record<string, string> };
  };

  const placed = routes.flatMap((handler) => pathsOf(handler).map((path) => ({ path, handler })));
  for (const [path, group] of Map.groupBy(placed, (each) => each.path)) {
    const handlers = group.map(({ handler }) => handler);
    mount(path, handlers.some(({ endpoint }) => endpoint.isApart) ? route(...handlers) : methodsOf(handlers));
  }

  return {
    mount,
    find(method, target) {
      const { handler, path, params } = match(method, target) ?? refuse(match("OPTIONS", target)) ?? unknownPath(target);
      return {
        pattern: path,
        answer: (request, caller) => {
          const context = { ...caller, params };
          return handler(request, context).catch((error: unknown) => answerUnexpectedError(request, context, error));
        },
      };
    },
  };
}

function pathsOf({ endpoint: { path, alias } }: PathHandler): string[] {
  return [path, ...(alias === undefined ? [] : [alias])].map((each) => `/v2${each.replaceAll(/\{(\w+)\}/g, ":$1")}`);
}

/** The refusal of a method that a known path lacks. */
function refuse(options: Match | undefined): Match | undefined {
  return options && { ...options, handler: refusalOf(options.handler) };
}

function unknownPath(target: string): Match {
  return { handler: notFound, path: /^\/v2(?:[/?]|$)/.test(target) ? "/v2/*" : "none", params: {} };
}
