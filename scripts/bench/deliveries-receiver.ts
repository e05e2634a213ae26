import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { serveCalls } from "#scripts/bench/processes.ts";

/** The arrived events with their times, in milliseconds of this machine's clock. */
export interface Arrivals {
  eventIds: string[];
  at: Float64Array;
}

const host = "127.0.0.1";

let eventIds: string[] = [];
let at: number[] = [];
let duplicates = 0;

/** Answers at once, and records the arrival. */
const take: RequestListener = (request, response) => {
  request.resume();
  request.on("end", () => {
    const { "x-event-id": eventId = "", "x-delivery-attempt": attempt } = request.headers;
    if (attempt !== "1") duplicates += 1;
    eventIds.push(String(eventId));
    at.push(performance.timeOrigin + performance.now());
    response.end("ok");
  });
};

/** Reads requests and never answers. */
const ignore: RequestListener = (request) => void request.resume();

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

const methods = {
  /** The ports of endpoints that answer, and of one that does not. */
  async open(count: number): Promise<{ ports: number[]; deadPort: number }> {
    return { ports: await Promise.all(Array.from({ length: count }, () => listen(take))), deadPort: await listen(ignore) };
  },
  forget(): void {
    eventIds = [];
    at = [];
    duplicates = 0;
  },
  count: (): number => eventIds.length,
  /** Throws if an event was sent more than once, which would count as a higher rate. */
  read(): Arrivals {
    if (duplicates > 0) throw new Error(`${duplicates} deliveries arrived again`);
    return { eventIds, at: Float64Array.from(at) };
  },
};

export type ReceiverMethods = typeof methods;
serveCalls(methods);
