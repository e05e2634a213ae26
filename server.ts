import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "#db/client.ts";
import { startJobs } from "#jobs/start.ts";
import { shareRequestCounts } from "#lib/account/keys/request-counts.ts";
import { flushSecurityEvents } from "#lib/account/security-events/note.ts";
import { limitAnonymous } from "#lib/api/anonymous-limits.ts";
import type { AnonymousDoor } from "#lib/api/anonymous-limits.ts";
import { limitConnections } from "#lib/api/connections.ts";
import { answerSeconds } from "#lib/api/deadline.ts";
import { endReadiness } from "#lib/api/readiness.ts";
import { rejectConnect, rejectUnparsed } from "#lib/api/unrouted.ts";
import { flushCalls } from "#lib/developer/calls/record.ts";
import { endWaiting } from "#lib/developer/events/waiting.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";
import { startTraces } from "#lib/platform/traces/export.ts";
import { version } from "#lib/platform/version.ts";
import { closeListener } from "#server/close-listener.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";
import { createPages } from "#server/pages.ts";
import type { Pages } from "#server/pages.ts";
import { createAnswer, createApi, receive } from "#server/requests.ts";
import type { Answer } from "#server/requests.ts";

/** How long current requests may take once the listener is closed; each is answered by its deadline. */
const finishMs = 1000 * env.REQUEST_DEADLINE_SECONDS + 2000;
/** The time limit for stopping after the drain. */
const stopMs = finishMs + 10_000;
/** How often idle connections are closed while stopping. */
const closeIdleMs = 50;

/** The time limit of a job that Inngest runs, which is how long Inngest waits. */
const jobSeconds = 7200;

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
  const traces = await startTraces();
  const api = await createApi(import.meta.dirname);
  const pages = createPages(running);
  if (isBuilt) await pages.open();
  const anonymous = limitAnonymous({
    connections: env.ANONYMOUS_CONNECTIONS,
    requests: env.ANONYMOUS_REQUESTS,
    bodies: env.ANONYMOUS_BODIES,
    pagesPerMinute: env.ANONYMOUS_PAGES_PER_MINUTE,
  });
  let isStopping = false;
  const server = createListener(createAnswer(api, pages, anonymous), anonymous, () => isStopping);
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

/** The server on node:http, not listening yet, with its limits of connections. */
function createListener(answer: Answer, anonymous: AnonymousDoor, isStopping: () => boolean): Server {
  // Refuse protocol upgrades; Next would leave the connection open.
  // `receive` refuses requests without a host; Node would use its own format.
  const server = createServer({ shouldUpgradeCallback: () => false, requireHostHeader: false }, (request, response) => {
    if (isStopping()) response.shouldKeepAlive = false;
    receive(request, response, answer);
  });
  server.on("clientError", rejectUnparsed);
  server.on("connect", (_request, connection) => rejectConnect(connection));
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
  return server;
}

if (import.meta.main) {
  await runUntilStopped(async (running) => {
    const { url, stop } = await startServer(running);
    running.onStop(stop);
    running.ready();
    log.info({ url, ...version }, "listening");
  });
}
