import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as polled, setTimeout as pause } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { sql } from "#db/client.ts";
import { flushCalls } from "#lib/calls/record.ts";
import { env } from "#lib/env.ts";
import { endWaiting } from "#lib/events/waiting.ts";
import { isApiTarget, checkRequestLine } from "#lib/http/admission.ts";
import { limitConnections } from "#lib/http/connections.ts";
import { mountApi } from "#lib/http/mount.ts";
import { endReadiness } from "#lib/http/readiness.ts";
import { receive } from "#lib/http/receive.ts";
import { forwardedAddress } from "#lib/http/request.ts";
import { securityHeaders } from "#lib/http/security-headers.ts";
import { refuseConnect, refuseUnparsed, refuseUnread } from "#lib/http/unrouted.ts";
import { startJobs } from "#lib/jobs/start.ts";
import { shareRequestCounts } from "#lib/keys/request-counts.ts";
import { log } from "#lib/log.ts";
import { flushSecurityEvents } from "#lib/security/note.ts";
import { withTimeout } from "#lib/time/with-timeout.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";
import { createPages } from "#server/pages.ts";
import type { Pages } from "#server/pages.ts";

/** How long requests under way may take to finish once the listener is closed: each has an answer by its deadline. */
const finishMs = 1000 * env.REQUEST_DEADLINE_SECONDS + 2000;
/** How long all that follows the drain may take, whatever hangs. */
const stopMs = finishMs + 10_000;
/** How often connections that have become idle are closed while we stop. */
const closeIdleMs = 50;

/** How long after its deadline a request without an answer is given up, and how long a job may take that Inngest has us run: as long as it waits. */
const overdueSeconds = 60;
const jobSeconds = 7200;

/** What a proxy in front of us tells of a request, and anybody else only claims. */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

export interface RunningServer {
  url: string;
  /** To be opened or failed by whoever had the server begin without them. */
  pages: Pages;
  /** Drains, unless there is hurry; then stops taking requests and jobs, lets those under way finish, writes what waits, and closes the pool. */
  stop(hurry: AbortSignal): Promise<void>;
}

/**
 * Starts the production server: the API mounted straight on node:http, everything else through Next. Where the pages are not built yet, it
 * begins without them. A thrown error that nobody caught stops `running`.
 */
export async function startServer(running: Pick<Running, "stop">, { isBuilt = true } = {}): Promise<RunningServer> {
  const root = import.meta.dirname;
  const dispatch = await mountApi(root);
  const readApi = getRequestListener(
    (request, bindings) => dispatch(request, "incoming" in bindings ? addressOf(bindings.incoming) : undefined),
    // HTTP/1.0 names no host.
    { hostname: "localhost", errorHandler: leaveUnread },
  );
  const api = async (request: IncomingMessage, response: ServerResponse) => {
    await readApi(request, response);
    if (!response.headersSent) refuseUnread(request, response);
  };
  const pages = createPages(running);
  if (isBuilt) await pages.open();
  const page = async (request: IncomingMessage, response: ServerResponse) => {
    const received = await receive(request, response);
    if (received !== undefined) await pages.answer(received, response);
  };

  let isStopping = false;
  // Refuse protocol upgrades; Next would leave the connection open.
  // And a request without a host is refused below: Node would do it in words of its own.
  const server = createServer({ shouldUpgradeCallback: () => false, requireHostHeader: false }, (request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (!env.TRUST_PROXY) for (const name of forwardedHeaders) Reflect.deleteProperty(request.headers, name);
    if (request.headers.host === undefined && request.httpVersion === "1.1") {
      refuseUnread(request, response);
      return;
    }
    const target = request.url ?? "";
    const inadmissible = checkRequestLine(request.method ?? "", target);
    if (inadmissible !== undefined) {
      refuseUnread(request, response, inadmissible);
      return;
    }
    // Next fails at one that cannot be met, and nothing that it serves is long.
    Reflect.deleteProperty(request.headers, "range");
    (isApiTarget(target) ? api(request, response) : page(request, response)).catch((error: unknown) => {
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
    answerSeconds: ({ url = "" }) => (url.startsWith("/api/inngest") ? jobSeconds : overdueSeconds + env.REQUEST_DEADLINE_SECONDS),
  });
  // Longer than the idle time of common load balancers, so that they, not we, close a connection.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const jobs = await startJobs();

  /** Answers on, and has each connection end with its next answer, until proxies have found out that this instance is not ready. */
  async function drain(hurry: AbortSignal): Promise<void> {
    isStopping = true;
    endReadiness();
    endWaiting();
    if (!hurry.aborted) await Promise.race([pause(env.DRAIN_SECONDS * 1000), once(hurry, "abort")]);
  }

  async function close(): Promise<void> {
    // Whoever has connected by now is let in first: those that wait for that are cut off with the listener.
    await polled();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // One whose answer was under way did not tell the caller that it was the last.
    const closeIdle = setInterval(() => server.closeIdleConnections(), closeIdleMs);
    const cut = setTimeout(() => server.closeAllConnections(), finishMs);
    await Promise.all([closed, jobs.stop()]);
    clearInterval(closeIdle);
    clearTimeout(cut);
    await flushCalls();
    await flushSecurityEvents();
    await shareRequestCounts();
    await sql.end();
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

/** A path or a host that is no part of an address is answered by `refuseUnread`, in the envelope of its path; any other failure is ours. */
function leaveUnread(error: unknown): void {
  if (!(error instanceof RequestError)) throw error;
}

/** The caller's address: the peer's, or what a trusted proxy says of it; what others say is gone by then. */
function addressOf({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string | undefined {
  return forwardedAddress(headers["x-forwarded-for"]?.toString()) ?? socket.remoteAddress;
}

if (import.meta.main) {
  await runUntilStopped(async (running) => {
    const { url, stop } = await startServer(running);
    running.onStop(stop);
    running.ready();
    log.info({ url }, "listening");
  });
}
