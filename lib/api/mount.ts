import { globSync } from "node:fs";
import { METHODS, maxHeaderSize } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Span } from "@opentelemetry/api";
import createRouter from "find-my-way";
import type { HTTPMethod } from "find-my-way";
import type { RouteContext } from "#lib/api/handle.ts";
import { noteRequest, targetOf, withFacts } from "#lib/api/request.ts";
import type { RequestFacts } from "#lib/api/request.ts";
import { answerUnexpectedError, notFound, rejectUnrouted } from "#lib/api/unrouted.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { log } from "#lib/platform/log/log.ts";
import { startRequest } from "#lib/platform/metrics/metrics.ts";
import { formatTraceparent, isTracing, parseTraceparent, startSpan, withSpan } from "#lib/platform/traces/spans.ts";

/** Asked every second, and worth no trace. */
const untraced = /^\/(?:healthz|readyz|metrics|_next)(?=[/?]|$)/;

/** Asked for by a setting of its own, so the level of the log does not count. */
const lines = env.REQUEST_LOG === "json" ? log.child({}, { level: "info" }) : undefined;

/** Calls the handler of the request. */
type Run = (answer: () => Promise<void>) => Promise<void>;

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

/**
 * Traces a request, passes on its `traceparent`, and logs a line of it, as far as this is asked for. The response names the span in
 * `traceresponse`, the header that the editor's draft of W3C Trace Context gives to answers; `traceparent` is a header of requests alone.
 */
export function observeRequest(door: "api" | "page", request: IncomingMessage, response: ServerResponse): Run {
  const header = request.headers["traceparent"];
  if (lines === undefined && !isTracing() && header === undefined) return (answer) => answer();
  const started = performance.now();
  const method = METHODS.includes(request.method ?? "") ? (request.method ?? "") : "other";
  const parent = parseTraceparent(header?.toString());
  const options = { kind: SpanKind.SERVER, attributes: { "covergate.door": door, "http.request.method": method } };
  const span = untraced.test(request.url ?? "") ? undefined : startSpan(method, parent, options);
  if (span !== undefined) response.setHeader("traceresponse", formatTraceparent(span.spanContext()));
  const facts: RequestFacts = { route: "none" };
  const { socket } = response;
  const writtenBefore = socket?.bytesWritten ?? 0;
  response.once("close", () => {
    // A request that no route has answered has its id in the response alone.
    facts.executionId ??= response.getHeader("x-execution-id")?.toString();
    // The caller may have left before there was an answer.
    const status = response.headersSent ? response.statusCode : null;
    if (span !== undefined) endSpan(span, method, status, facts);
    const { route, executionId, code, partnerId } = facts;
    const traceId = (span?.spanContext() ?? parent)?.traceId;
    const durationMs = Math.round(10 * (performance.now() - started)) / 10;
    const bytes = (socket?.bytesWritten ?? 0) - writtenBefore;
    lines?.info({ executionId, traceId, door, route, method, status, code, durationMs, bytes, partnerId }, "request");
  });
  const active = span ?? (parent === undefined ? undefined : trace.wrapSpanContext(parent));
  return (answer) => withFacts(facts, active === undefined ? answer : () => withSpan(active, answer));
}

function endSpan(span: Span, method: string, status: number | null, { route, executionId, code }: RequestFacts): void {
  span.updateName(`${method} ${route}`).setAttribute("http.route", route);
  if (status !== null) span.setAttribute("http.response.status_code", status);
  if (executionId !== undefined) span.setAttribute("covergate.execution_id", executionId);
  if (code !== undefined) span.setAttribute("covergate.error_code", code);
  if (status === null || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
