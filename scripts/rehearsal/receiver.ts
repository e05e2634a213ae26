import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A partner's endpoint, which counts what arrives. */
export interface Receiver {
  url: string;
  /** What `WEBHOOK_ALLOWED_HOSTS` calls it. */
  host: string;
  /** How often each delivery arrived. */
  arrivals: Map<string, number>;
  /** Refuses everything with 502, as a proxy does whose servers are gone, or takes it again. */
  die(isDead: boolean): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, number>();
  let isDead = false;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    request.resume();
    request.on("end", () => {
      const id = String(request.headers["x-delivery-id"]);
      if (!isDead) arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
      response.writeHead(isDead ? 502 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/hooks`,
    host: `localhost:${port}`,
    arrivals,
    die: (dead) => void (isDead = dead),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
