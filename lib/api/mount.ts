import { globSync } from "node:fs";
import { maxHeaderSize, METHODS } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import createRouter from "find-my-way";
import type { HTTPMethod } from "find-my-way";
import type { RouteContext } from "#lib/api/handle.ts";
import { noteRequest } from "#lib/api/request-facts.ts";
import { targetOf } from "#lib/api/request.ts";
import { answerUnexpectedError, rejectUnrouted, notFound } from "#lib/api/unrouted.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { startRequest } from "#lib/platform/metrics/metrics.ts";

type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** A route as the router stores it; the router's own handlers take Node's requests and are not used. */
interface Mounted {
  handler: RouteHandler;
  path: string;
}

export type Dispatch = (request: Request, ip: string | undefined) => Promise<Response>;

/** Mounts the route files of the public API, signed links, claim links, client libraries and health checks on a radix router. */
export async function mountApi(root: string): Promise<Dispatch> {
  const router = createRouter({ ignoreTrailingSlash: true, maxParamLength: maxHeaderSize });
  const app = resolve(root, "app");
  for (const file of globSync(["{v2,files,clients,claim}/**/route.ts", "{healthz,readyz,metrics}/route.ts"], { cwd: app })) {
    const routes = (await import(pathToFileURL(resolve(app, file)).href)) as Record<string, RouteHandler>;
    for (const path of routerPaths(file)) {
      for (const [method, handler] of Object.entries(routes)) {
        if (METHODS.includes(method)) router.on(method as HTTPMethod, path, () => undefined, { handler, path });
      }
    }
  }
  const find = (method: string, url: string) => {
    const match = router.find(method as HTTPMethod, url);
    return match === null ? undefined : { ...(match.store as Mounted), params: match.params as Record<string, string> };
  };

  const answer = async (request: Request, context: RouteContext): Promise<Response> => {
    const target = targetOf(request.url);
    const match = find(request.method, target);
    if (match !== undefined) return match.handler(request, { ...context, params: match.params });
    // Only methods that no route file can export get here: a known path answers with its `Allow`, any other one is not found.
    const known = find("OPTIONS", target);
    if (known === undefined) return notFound(request, context);
    const options = await known.handler(request, { ...context, params: known.params });
    const allow = options.headers.get("allow");
    return allow === null ? options : rejectUnrouted(request, context, new ApiError("METHOD_NOT_ALLOWED"), { allow });
  };
  return async (request, ip) => {
    const context = { params: {}, ...(ip === undefined ? {} : { ip }) };
    const { path = "none" } = find(request.method, targetOf(request.url)) ?? {};
    noteRequest({ route: path });
    const end = startRequest("api", path, METHODS.includes(request.method) ? request.method : "other");
    const response = await answer(request, context).catch((error: unknown) => answerUnexpectedError(request, context, error));
    end(response.status);
    return response;
  };
}

function routerPaths(file: string): string[] {
  const path = `/${file.slice(0, -"/route.ts".length).replaceAll("\\", "/")}`;
  const optional = /\/\[\[\.\.\.\w+\]\]$/;
  if (optional.test(path)) return [path.replace(optional, ""), path.replace(optional, "/*")];
  return [path.replace(/\[\.\.\.\w+\]/, "*").replaceAll(/\[(\w+)\]/g, ":$1")];
}
