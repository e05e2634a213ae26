import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { closeListener } from "#server/close-listener.ts";

const count = 20;

/** Connects at once, says so, and tells how each request was answered. */
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
  Promise.all(Array.from({ length: ${count} }, ask)).then((answers) => parentPort.postMessage(answers));
`;

test("connections that arrive in the moment of closing are all answered, and later ones are refused", async () => {
  const server = createServer((_request, response) => {
    response.shouldKeepAlive = false;
    response.end("answered");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(caller, { eval: true, workerData: { port, connected } });
  await once(worker, "online");
  // Nothing is accepted meanwhile: this thread, which would, stands still until all are connected.
  for (let seen = 0; seen < count; seen = Atomics.load(connected, 0)) Atomics.wait(connected, 0, seen);
  const closed = Promise.withResolvers<void>();
  const answers = once(worker, "message");
  await closeListener(server, closed.resolve);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  expect(await answers).toEqual([Array.from({ length: count }, () => "HTTP/1.1 200 OK")]);
  await closed.promise;
});
