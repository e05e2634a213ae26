import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { sql } from "#db/client.ts";
import { startJobs } from "#jobs/start.ts";
import { shareRequestCounts } from "#lib/account/keys/request-counts.ts";
import { flushSecurityEvents } from "#lib/account/security/note.ts";
import { checkRequestLine, isApiTarget, isInternalTarget } from "#lib/api/admission.ts";
import { limitAnonymous } from "#lib/api/anonymous-limits.ts";
import { limitConnections } from "#lib/api/connections.ts";
import { answerSeconds } from "#lib/api/deadline.ts";
import { resolveHost } from "#lib/api/host.ts";
import { mountApi } from "#lib/api/mount.ts";
import { observeRequest } from "#lib/api/observe.ts";
import { bodyLimit } from "#lib/api/parse.ts";
import { endReadiness } from "#lib/api/readiness.ts";
import { noteRequest } from "#lib/api/request-facts.ts";
import { forwardedAddress } from "#lib/api/request.ts";
import { securityHeaders } from "#lib/api/security-headers.ts";
import { answerUnavailable } from "#lib/api/unavailable.ts";
import { refuseConnect, refuseUnparsed, refuseUnread } from "#lib/api/unrouted.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { endWaiting } from "#lib/developer/events/waiting.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics, startRequest } from "#lib/platform/metrics/metrics.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";
import { startTraces } from "#lib/platform/traces/export.ts";
import { version } from "#lib/platform/version.ts";
import { closeListener } from "#server/close-listener.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";
import { createPages } from "#server/pages.ts";
import type { Pages } from "#server/pages.ts";

/** How long current requests may take once the listener is closed; each is answered by its deadline. */
const finishMs = 1000 * env.REQUEST_DEADLINE_SECONDS + 2000;
/** The time limit for stopping after the drain. */
const stopMs = finishMs + 10_000;
/** How often idle connections are closed while stopping. */
const closeIdleMs = 50;

/** The time limit of a job that Inngest runs, which is how long Inngest waits. */
const jobSeconds = 7200;

/** Next, next-auth and we listen on the response of a sign-in eleven times; Node warns of a leak from eleven on. */
const maxListeners = 20;

/** Headers that a trusted proxy sets; from others they are not trusted. */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

export interface RunningServer {
  url: string;
  /** Opened or failed by the caller if the server started without them. */
  pages: Pages;
  /**
   * Drains, unless `hurry` is aborted; then stops accepting requests and jobs, lets current ones finish, writes buffered data, and closes
   * the pool.
   */
  stop(hurry: AbortSignal): Promise<void>;
}

/**
 * Starts the production server: the API directly on node:http, everything else through Next. Without a build it starts without the pages.
 * An uncaught exception stops `running`.
 */
export async function startServer(running: Pick<Running, "stop">, { isBuilt = true } = {}): Promise<RunningServer> {
  const root = import.meta.dirname;
  const traces = await startTraces();
  const dispatch = await mountApi(root);
  const readApi = getRequestListener(
    (request, bindings) => dispatch(request, "incoming" in bindings ? addressOf(bindings.incoming) : undefined),
    // HTTP/1.0 requests have no host.
    { hostname: "localhost", errorHandler: leaveUnread },
  );
  const api = async (request: IncomingMessage, response: ServerResponse) => {
    await readApi(request, response);
    if (!response.headersSent) refuseUnread(request, response);
  };
  const pages = createPages(running);
  if (isBuilt) await pages.open();
  const page = async (request: IncomingMessage, response: ServerResponse) => {
    const route = kindOfPage(request.url ?? "");
    noteRequest({ route });
    const end = startRequest("page", route, request.method ?? "");
    response.once("close", () => end(response.statusCode));
    if (request.method === "GET" || request.method === "HEAD") request.resume();
    else if (Number(request.headers["content-length"]) > bodyLimit) {
      refuseUnread(request, response, { error: "BODY_TOO_LARGE" });
      return;
    }
    await pages.answer(request, response);
  };
  const anonymous = limitAnonymous({
    connections: env.ANONYMOUS_CONNECTIONS,
    requests: env.ANONYMOUS_REQUESTS,
    bodies: env.ANONYMOUS_BODIES,
    pagesPerMinute: env.ANONYMOUS_PAGES_PER_MINUTE,
  });
  const answer = async (door: "api" | "page", request: IncomingMessage, response: ServerResponse) => {
    const isPage = door === "page" && isRendered(request);
    const { retryAfter } = await anonymous.admit({ request, response, address: addressOf(request) ?? "", isPage });
    if (retryAfter !== undefined) refuseBusy(request, response, retryAfter);
    else await (door === "api" ? api : page)(request, response);
  };

  let isStopping = false;
  // Refuse protocol upgrades; Next would leave the connection open.
  // Requests without a host are refused below; Node would use its own format.
  const server = createServer({ shouldUpgradeCallback: () => false, requireHostHeader: false }, (request, response) => {
    const unresolved = resolveHost(request);
    const target = request.url ?? "";
    const door = isApiTarget(target) ? "api" : "page";
    const run = observeRequest(door, request, response);
    if (isStopping) response.shouldKeepAlive = false;
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (!env.TRUST_PROXY) for (const name of forwardedHeaders) Reflect.deleteProperty(request.headers, name);
    const inadmissible = unresolved ?? checkRequestLine(request.method ?? "", target);
    if (inadmissible !== undefined) {
      refuseUnread(request, response, inadmissible);
      return;
    }
    if (door === "page" && isInternalTarget(target)) {
      refuseUnread(request, response, { error: "UNKNOWN_PATH" });
      return;
    }
    // Next fails at unsatisfiable ranges, and serves nothing long enough to need them.
    Reflect.deleteProperty(request.headers, "range");
    metrics.inFlight.inc();
    response.setMaxListeners(maxListeners);
    response.once("close", () => metrics.inFlight.dec());
    run(() => answer(door, request, response)).catch((error: unknown) => {
      log.error({ error }, "a request could not be answered");
      response.destroy();
    });
  });
  server.on("clientError", refuseUnparsed);
  server.on("connect", (_request, connection) => refuseConnect(connection));
  // Ignore `Expect` headers other than 100-continue.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  limitConnections(server, {
    count: env.MAX_CONNECTIONS,
    callerSeconds: env.CALLER_TIMEOUT_SECONDS,
    answerSeconds: ({ url = "" }) => (url.startsWith("/api/inngest") ? jobSeconds : answerSeconds),
  });
  // A proxy brings everybody's connections, and has limits of its own.
  if (!env.TRUST_PROXY) server.on("connection", (socket) => anonymous.connect(socket, socket.remoteAddress ?? ""));
  // Longer than the idle time of common load balancers, so that they close connections, not this server.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const jobs = await startJobs();

  /** Keeps answering, and closes each connection after its next response, until proxies have noticed that this instance is not ready. */
  async function drain(hurry: AbortSignal): Promise<void> {
    isStopping = true;
    endReadiness();
    endWaiting();
    if (!hurry.aborted) await Promise.race([pause(env.DRAIN_SECONDS * 1000), once(hurry, "abort")]);
  }

  async function close(): Promise<void> {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    await closeListener(server, resolve);
    // A response that was in progress did not announce the end of its connection.
    const closeIdle = setInterval(() => server.closeIdleConnections(), closeIdleMs);
    const cut = setTimeout(() => server.closeAllConnections(), finishMs);
    await Promise.all([closed, jobs.stop()]);
    clearInterval(closeIdle);
    clearTimeout(cut);
    await flushCalls();
    await flushSecurityEvents();
    await shareRequestCounts();
    await sql.end();
    await traces.stop();
  }

  return {
    url: env.BASE_URL ?? `http://localhost:${port}`,
    pages,
    async stop(hurry) {
      await drain(hurry);
      await withTimeout(stopMs, close());
    },
  };
}

/** Returns the name of a page's kind in the figures, without segments, which anybody can invent. */
function kindOfPage(target: string): string {
  return /^\/(?:api|_next|mcp|docs)(?=[/?]|$)/.exec(target)?.[0] ?? "/";
}

/** True for pages that Next renders for each request; procedures and static files cost less. */
function isRendered({ method, url = "" }: IncomingMessage): boolean {
  return (method === "GET" || method === "HEAD") && ["/", "/docs"].includes(kindOfPage(url));
}

/** Answers 429 above a limit of anonymous work: in the envelope of the API, or as a page or its procedure. */
function refuseBusy(request: IncomingMessage, response: ServerResponse, retryAfter: number): void {
  const { url = "" } = request;
  const isPage = url.startsWith("/api/portal/") || (!isApiTarget(url) && ["/", "/docs"].includes(kindOfPage(url)));
  if (isPage) answerUnavailable(request, response, { state: "busy", retryAfter });
  else refuseUnread(request, response, { error: "RATE_LIMITED", message: "too many requests from this address", retryAfter });
}

/** A path or host that cannot be part of a URL is answered by `refuseUnread` in the envelope of its path; other errors are rethrown. */
function leaveUnread(error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
}

/** The caller's address: the peer's, or the one from a trusted proxy; untrusted headers have already been removed. */
function addressOf({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string | undefined {
  return forwardedAddress(headers["x-forwarded-for"]?.toString()) ?? socket.remoteAddress;
}

if (import.meta.main) {
  await runUntilStopped(async (running) => {
    const { url, stop } = await startServer(running);
    running.onStop(stop);
    running.ready();
    log.info({ url, ...version }, "listening");
  });
}
