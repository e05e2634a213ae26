import { createServer } from "node:http";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { startEmbeddedJobs } from "#jobs/embedded.ts";
import { mountApi } from "#lib/api/mount.ts";
import type { Lease } from "#lib/delivery/deliveries/lease.ts";
import { createSender } from "#lib/delivery/webhooks/post.ts";
import { env } from "#lib/platform/env.ts";

export interface InstanceSettings {
  lease: Lease;
  /** The time limit of an attempt. */
  timeoutMs: number;
  /** `error` where it is not said. */
  logLevel?: "silent";
  /** Connections to the database; the default where it is not said. */
  pool?: number;
  /** Reach the database over TCP, also where it has a socket. */
  overTcp?: boolean;
}

/** Runs server.ts without the pages: the API and the embedded jobs, with short leases so that tests need not wait for them. */
async function serve({ lease, timeoutMs }: InstanceSettings): Promise<void> {
  const dispatch = await mountApi(join(import.meta.dirname, "../.."));
  const answer = getRequestListener((request) => dispatch(request, undefined));
  const server = createServer((request, response) => void answer(request, response));
  // The same as in server.ts: a crowded machine makes a test wait longer than Node's own five seconds between two requests.
  server.keepAliveTimeout = 65_000;
  server.listen(env.PORT, env.HOST);
  startEmbeddedJobs(createSender({ allowedHosts: env.WEBHOOK_ALLOWED_HOSTS, timeoutMs }), { lease });
}

if (import.meta.main) await serve(JSON.parse(process.argv[2] ?? "") as InstanceSettings);
