import { createServer as createHttpServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server as HttpServer, ServerResponse } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createTcpServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { certificate } from "#lib/delivery/webhooks/certificate.fixture.ts";

export interface LoopbackReceiver {
  port: number;
  url: string;
  connections(): number;
  open(): number;
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

export interface ReceivedRequest {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const anyPort = { host: "127.0.0.1", port: 0 };

type Respond = (response: ServerResponse, request: IncomingMessage) => void;

const respondOk: Respond = (response) => response.end("ok");

export function receive(respond = respondOk): Promise<LoopbackReceiver> {
  return listen("http", (listener) => createHttpServer(listener), respond);
}

/** With the certificate of `localhost`, which no system trusts. */
export function receiveSecurely(respond = respondOk): Promise<LoopbackReceiver> {
  return listen("https", (listener) => createHttpsServer(certificate, listener), respond);
}

/** Accepts raw connections, for behaviour that no HTTP server has. */
export function acceptConnections(
  take: (socket: Socket) => void,
  address: { host: string; port: number } = anyPort,
): Promise<LoopbackReceiver> {
  // A socket that is not read does not report its end.
  const server = createTcpServer((socket) => take(socket.resume()));
  return start("http", server, address, []);
}

/** Sends a beginning, and then the same drop until the connection closes. */
export function drip(socket: Socket, beginning: string, drop: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on("close", () => clearInterval(timer));
}

function listen(scheme: string, create: (listener: RequestListener) => HttpServer, respond: Respond): Promise<LoopbackReceiver> {
  const requests: ReceivedRequest[] = [];
  const server = create((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests.push({ method: request.method, path: request.url, headers: request.headers, body: Buffer.concat(chunks) });
      respond(response, request);
    });
  });
  return start(scheme, server, anyPort, requests);
}

async function start(
  scheme: string,
  server: Server,
  address: { host: string; port: number },
  requests: ReceivedRequest[],
): Promise<LoopbackReceiver> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(address.port, address.host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${scheme}://localhost:${port}/hooks`,
    connections: () => connections,
    open: () => sockets.size,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
