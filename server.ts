import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import next from "next";
import { sql } from "#db/client.ts";
import { flushCalls } from "#lib/calls/record.ts";
import { env } from "#lib/env.ts";
import { isApiTarget, checkRequestLine } from "#lib/http/admission.ts";
import { mountApi } from "#lib/http/mount.ts";
import { endReadiness } from "#lib/http/readiness.ts";
import { forwardedAddress } from "#lib/http/request.ts";
import { securityHeaders } from "#lib/http/security-headers.ts";
import { closeSlowReaders } from "#lib/http/slow-readers.ts";
import { refuseConnect, refuseUnparsed, refuseUnread } from "#lib/http/unrouted.ts";
import { keepJobsFromNext, startJobs } from "#lib/jobs/start.ts";
import { shareRequestCounts } from "#lib/keys/request-counts.ts";
import { log } from "#lib/log.ts";
import { flushSecurityEvents } from "#lib/security/note.ts";
import { withTimeout } from "#lib/with-timeout.ts";
import { runUntilStopped } from "#scripts/lifecycle.ts";
import type { Running } from "#scripts/lifecycle.ts";

/** How long requests under way may take to finish, and the whole of stopping, whatever hangs. */
const drainMs = 10_000;
const stopMs = 20_000;
/** How often connections that have become idle are closed while we stop. */
const closeIdleMs = 50;

/** What a proxy in front of us tells of a request, and anybody else only claims. */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

export interface RunningServer {
  url: string;
  /** Stops taking requests and jobs, lets those under way finish, writes what waits, and closes the pool. */
  stop(): Promise<void>;
}

/** Starts the production server: the API mounted straight on node:http, everything else through Next. A thrown error that nobody caught stops `running`. */
export async function startServer(running: Pick<Running, "stop">): Promise<RunningServer> {
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
  keepJobsFromNext();
  const pages = next({ dev: false, dir: root });
  await pages.prepare();
  takeUncaughtFromNext(running);
  const renderPage = pages.getRequestHandler();

  let isStopping = false;
  // Nothing here is upgraded: Next leaves such a connection open, to nobody, for as long as the caller likes.
  // And a request without a host is refused below: Node would do it in words of its own.
  const server = createServer({ shouldUpgradeCallback: () => false, requireHostHeader: false }, (request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
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
    // Static files do not come past proxy.ts.
    if (!isApiTarget(target)) for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    (isApiTarget(target) ? api(request, response) : renderPage(request, response)).catch((error: unknown) => {
      log.error({ error }, "a request could not be answered");
      response.destroy();
    });
  });
  server.on("clientError", refuseUnparsed);
  server.on("connect", (_request, connection) => refuseConnect(connection));
  // What somebody else expects of us is no reason to answer otherwise.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  closeSlowReaders(server, env.READER_TIMEOUT_SECONDS);
  // Longer than the idle time of common load balancers, so that they, not we, close a connection.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const jobs = await startJobs();

  async function stop(): Promise<void> {
    isStopping = true;
    endReadiness();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // One whose answer was under way did not tell the caller that it was the last.
    const closeIdle = setInterval(() => server.closeIdleConnections(), closeIdleMs);
    const cut = setTimeout(() => server.closeAllConnections(), drainMs);
    await Promise.all([closed, jobs.stop()]);
    clearInterval(closeIdle);
    clearTimeout(cut);
    await flushCalls();
    await flushSecurityEvents();
    await shareRequestCounts();
    await sql.end();
  }

  return { url: env.BASE_URL ?? `http://localhost:${port}`, stop: () => withTimeout(stopMs, stop()) };
}

/** Next would print what nobody caught, with what people entrusted to us, and go on. */
function takeUncaughtFromNext({ stop }: Pick<Running, "stop">): void {
  // The state that this leaves is one that nobody knows.
  process.removeAllListeners("uncaughtException").on("uncaughtException", (error) => {
    log.fatal({ error }, "nobody caught this error, which ends the process");
    stop(1);
  });
  // Under this name Next finds its own listener, which it would put back with every page.
  Object.assign(globalThis, { [Symbol.for("next.unhandledRejectionListener")]: noteRejection });
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", noteRejection);
}

/** A page asks early for what it may turn out not to need, and then never awaits it: no reason to end. */
function noteRejection(error: unknown): void {
  log.error({ error }, "nobody awaited what failed here");
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
