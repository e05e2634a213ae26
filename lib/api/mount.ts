import { globSync } from "node:fs";
import { METHODS } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Span } from "@opentelemetry/api";
import type { PathHandler, RouteHandler } from "#lib/api/methods.ts";
import { noteRequest, targetOf, withFacts } from "#lib/api/request.ts";
import type { RequestFacts } from "#lib/api/request.ts";
import { createRouter } from "#lib/api/router.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { startRequest } from "#lib/platform/metrics/metrics.ts";
import { formatTraceparent, isTracing, parseTraceparent, startSpan, withSpan } from "#lib/platform/traces/spans.ts";

/** Asked every second, and worth no trace. */
const untraced = /^\/(?:healthz|readyz|metrics|_next)(?=[/?]|$)/;

/** Asked for by a setting of its own, so the level of the log does not count. */
const lines = env.REQUEST_LOG === "json" ? log.child({}, { level: "info" }) : undefined;

/** Calls the handler of the request. */
type Run = (answer: () => Promise<void>) => Promise<void>;

export type Dispatch = (request: Request, ip: string | undefined) => Promise<Response>;

/** Mounts the public API, and the route files of signed links, claim links, client libraries and health checks. */
export async function mountApi(root: string): Promise<Dispatch> {
  const app = resolve(root, "app");
  const load = async (file: string): Promise<object> => (await import(pathToFileURL(resolve(app, file)).href)) as object;
  const { routes } = (await load("v2/routes.ts")) as { routes: readonly PathHandler[] };
  const router = createRouter(routes);
  for (const file of globSync(["{files,clients,claim}/**/route.ts", "{healthz,readyz,metrics}/route.ts"], { cwd: app })) {
    const path = `/${file.slice(0, -"/route.ts".length).replaceAll("\\", "/")}`.replaceAll(/\[(\w+)\]/g, ":$1");
    router.mount(path, (await load(file)) as Record<string, RouteHandler>);
  }
  return async (request, ip) => {
    const { pattern, answer } = router.find(request.method, targetOf(request.url));
    noteRequest({ route: pattern });
    const end = startRequest("api", pattern, METHODS.includes(request.method) ? request.method : "other");
    const response = await answer(request, ip === undefined ? {} : { ip });
    end(response.status);
    return response;
  };
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
