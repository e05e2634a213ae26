import { randomUUID } from "node:crypto";
import autocannon from "autocannon";
import type { Request } from "autocannon";
import { serveCalls } from "#scripts/bench/worker.ts";

export interface Load {
  url: string;
  method: "GET" | "POST";
  /** Used in turn, as are the keys; each connection begins elsewhere. */
  paths: readonly string[];
  keys: readonly string[];
  body?: string;
  /** A header that is different in every request. */
  ownHeader?: string;
  connections: number;
  seconds: number;
}

export interface Measured {
  requestsPerSecond: number;
  requests: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than 2xx, and requests without one. */
  failures: number;
}

/** Sends requests one after the other on every connection, for as long as asked. */
async function apply({ url, method, paths, keys, body, ownHeader, connections, seconds }: Load): Promise<Measured> {
  const requests = Array.from({ length: Math.max(paths.length, keys.length) }, (_, index) => ({
    method,
    path: paths[index % paths.length] ?? "/",
    headers: { key: keys[index % keys.length], "content-type": "application/json" },
    ...(body !== undefined && { body }),
    ...(ownHeader !== undefined && {
      setupRequest: (request: Request) => ({ ...request, headers: { ...request.headers, [ownHeader]: randomUUID() } }),
    }),
  }));
  let connected = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    pipelining: 1,
    setupClient: (client) => {
      const first = Math.floor((requests.length * connected) / connections);
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
      connected += 1;
    },
  });
  return {
    requestsPerSecond: result.requests.total / result.duration,
    requests: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}

const methods = { apply };
export type LoadMethods = typeof methods;

if (import.meta.main) serveCalls(methods);
