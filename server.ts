import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import next from "next";
import { sql } from "#db/client.ts";
import { startJobs } from "#jobs.ts";
import { flushCalls } from "#lib/calls/record.ts";
import { env } from "#lib/env.ts";
import { forwardedAddress } from "#lib/http/client-address.ts";
import { mountApi } from "#lib/http/mount.ts";
import { refuseUnread } from "#lib/http/unread.ts";
import { shareRequestCounts } from "#lib/keys/request-counts.ts";
import { log } from "#lib/log.ts";

const drainMs = 10_000;

/** What a proxy in front of us tells of a request, and anybody else only claims. */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

export interface RunningServer {
  url: string;
  /** Stops taking requests and jobs, lets those under way finish, writes what waits, and closes the pool. */
  stop(): Promise<void>;
}

/** Starts the production server: the API mounted straight on node:http, everything else through Next. */
export async function startServer(): Promise<RunningServer> {
  const root = import.meta.dirname;
  const dispatch = await mountApi(root);
  const readApi = getRequestListener(
    (request, bindings) => dispatch(request, "incoming" in bindings ? addressOf(bindings.incoming) : undefined),
    // HTTP/1.0 names no host. A path or a host that is no part of an address is answered below, in the envelope of its path.
    { hostname: "localhost", errorHandler: () => undefined },
  );
  const api = async (request: IncomingMessage, response: ServerResponse) => {
    await readApi(request, response);
    if (!response.headersSent) refuseUnread(request, response);
  };
  const pages = next({ dev: false, dir: root });
  await pages.prepare();
  const renderPage = pages.getRequestHandler();

  const server = createServer((request, response) => {
    if (!env.TRUST_PROXY) for (const name of forwardedHeaders) Reflect.deleteProperty(request.headers, name);
    const isApi = /^\/(?:v2|healthz|readyz)(?:[/?]|$)/.test(request.url ?? "");
    (isApi ? api(request, response) : renderPage(request, response)).catch((error: unknown) => {
      log.error({ error }, "a request could not be answered");
      response.destroy();
    });
  });
  // Longer than the idle time of common load balancers, so that they, not we, close a connection.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const jobs = await startJobs();

  return {
    url: env.BASE_URL ?? `http://localhost:${port}`,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), drainMs);
      await Promise.all([closed, jobs.stop()]);
      clearTimeout(cut);
      await flushCalls();
      await shareRequestCounts();
      await sql.end();
    },
  };
}

/** The caller's address: the peer's, or what a trusted proxy says of it; what others say is gone by then. */
function addressOf({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string | undefined {
  return forwardedAddress(headers["x-forwarded-for"]?.toString()) ?? socket.remoteAddress;
}

if (import.meta.main) {
  const server = await startServer();
  log.info({ url: server.url }, "listening");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.stop().catch((error: unknown) => {
        log.error({ error }, "the server did not stop cleanly");
        process.exitCode = 1;
      });
    });
  }
}
