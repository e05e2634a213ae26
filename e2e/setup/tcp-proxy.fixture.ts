import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

const host = "127.0.0.1";

/** Stands between a client and a server of this machine, and fails as networks and frozen machines do. */
export interface TcpProxy {
  port: number;
  /** How many connections have come. */
  connections(): number;
  /** Sends new connections to another server, as a moved address does. */
  retarget(port: number): void;
  /** The connections of now stay open and pass nothing more. */
  silence(): void;
  /** New connections are taken and pass nothing, until `pass`. */
  silenceNew(): void;
  /** The connections of now are reset. */
  reset(): void;
  /** New connections are refused, until `pass`. */
  refuseNew(): Promise<void>;
  /** Delays the traffic in both directions by this much. */
  delay(ms: number): void;
  /** New connections are passed on again. */
  pass(): Promise<void>;
  close(): Promise<void>;
}

interface Pair {
  isSilent: boolean;
  sockets: Socket[];
}

/** Starts a proxy for the server at `target` on the loopback interface. */
export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let server = await listen(0, take);
  const { port } = server.address() as AddressInfo;
  let targetPort = target;
  let delayMs = 0;
  let isSilent = false;
  let connections = 0;

  function take(client: Socket): void {
    connections += 1;
    const pair: Pair = { isSilent, sockets: [client] };
    pairs.add(pair);
    if (!isSilent) {
      const upstream = connect(targetPort, host);
      pair.sockets.push(upstream);
      forward(pair, client, upstream);
      forward(pair, upstream, client);
    }
    for (const socket of pair.sockets) socket.setNoDelay(true).on("error", () => socket.destroy());
    client.on("close", () => pairs.delete(pair));
  }

  function forward(pair: Pair, from: Socket, to: Socket): void {
    const later = (work: () => void) => {
      const unlessSilent = () => void (pair.isSilent || work());
      if (delayMs === 0) unlessSilent();
      else setTimeout(unlessSilent, delayMs);
    };
    from.on("data", (chunk: Buffer) => later(() => to.write(chunk)));
    from.on("end", () => later(() => to.end()));
    from.on("close", () => later(() => to.destroy()));
  }

  function end(): void {
    for (const { sockets } of pairs) for (const socket of sockets) socket.resetAndDestroy();
    pairs.clear();
  }

  return {
    port,
    connections: () => connections,
    retarget: (other) => void (targetPort = other),
    silence() {
      for (const pair of pairs) pair.isSilent = true;
    },
    silenceNew: () => void (isSilent = true),
    reset: end,
    refuseNew: () => closeServer(server),
    delay: (ms) => void (delayMs = ms),
    async pass() {
      isSilent = false;
      if (!server.listening) server = await listen(port, take);
    },
    async close() {
      end();
      if (server.listening) await closeServer(server);
    },
  };
}

async function listen(port: number, take: (client: Socket) => void): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, take);
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

/** Takes no more; the connections of now go on. */
async function closeServer(server: Server): Promise<void> {
  server.close();
  // "close" comes only after the last connection.
  await new Promise((resolve) => setImmediate(resolve));
}
