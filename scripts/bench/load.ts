import autocannon from "autocannon";
import { serveCalls } from "#scripts/bench/worker.ts";

export interface Load {
  url: string;
  method: "GET" | "POST";
  /** Used in turn. */
  keys: readonly string[];
  body?: string;
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
async function apply({ url, method, keys, body, connections, seconds }: Load): Promise<Measured> {
  const requests = keys.map((key) => ({ headers: { key, "content-type": "application/json" } }));
  const result = await autocannon({
    url,
    method,
    requests,
    connections,
    duration: seconds,
    pipelining: 1,
    ...(body !== undefined && { body }),
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
