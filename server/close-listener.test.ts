import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { closeListener } from "#server/close-listener.ts";

const count = 20;

/** Connects once it is told to, says so, and tells how each request was answered. */
const caller = `
  const { connect } = require("node:net");
  const { once } = require("node:events");
  const { parentPort, workerData: { port, connected } } = require("node:worker_threads");
  const ask = async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
    socket.write("GET / HTTP/1.1\\r\\nHost: c\\r\\n\\r\\n");
    try {
      const [answer] = await once(socket, "data");
      return String(answer).split("\\r\\n")[0];
    } catch (error) {
      return error.code;
    }
  };
  Atomics.wait(connected, 1, 0);
  Promise.all(Array.from({ length: ${count} }, ask)).then((answers) => parentPort.postMessage(answers));
`;

interface Callers {
  /** How many have connected, and whether they may; threads can wait for it. */
  connected: Int32Array;
  answers: Promise<unknown>;
  start(): void;
}

async function prepareCallers(port: number): Promise<Callers> {
  const connected = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(caller, { eval: true, workerData: { port, connected } });
  await once(worker, "online");
  const start = () => {
    Atomics.store(connected, 1, 1);
    Atomics.notify(connected, 1);
  };
  return { connected, answers: once(worker, "message").then(([answers]: unknown[]) => answers), start };
}

/** Stands still, so that nothing is accepted meanwhile, until all are connected. */
function waitForAll(connected: Int32Array): void {
  for (let seen = 0; seen < count; seen = Atomics.load(connected, 0)) Atomics.wait(connected, 0, seen);
}

async function listen(onRequest: () => void = () => undefined): Promise<{ server: Server; port: number }> {
  const server = createServer((_request, response) => {
    onRequest();
    response.shouldKeepAlive = false;
    response.end("answered");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

const allAnswered = Array.from({ length: count }, () => "HTTP/1.1 200 OK");

test("connections that wait when closing begins are all answered, and later ones are refused", async () => {
  const { server, port } = await listen();
  const { connected, answers, start } = await prepareCallers(port);
  start();
  waitForAll(connected);
  const closed = Promise.withResolvers<void>();
  await closeListener(server, closed.resolve);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  expect(await answers).toEqual(allAnswered);
  await closed.promise;
});

test("connections that arrive while a request keeps the process busy in the moment of closing are all answered", async () => {
  let onRequest: () => void = () => undefined;
  const { server, port } = await listen(() => onRequest());
  const { connected, answers, start } = await prepareCallers(port);
  const busy = connect(port, "127.0.0.1");
  await once(server, "connection");
  onRequest = () => {
    onRequest = () => undefined;
    start();
    waitForAll(connected);
  };
  const closed = Promise.withResolvers<void>();
  const closing = closeListener(server, closed.resolve);
  // In the second turn, which accepts nothing.
  setImmediate(() => busy.end("GET / HTTP/1.1\r\nHost: c\r\n\r\n"));
  await closing;
  expect(await answers).toEqual(allAnswered);
  await closed.promise;
});
