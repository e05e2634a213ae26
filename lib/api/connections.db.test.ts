import { once } from "node:events";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setInterval as every } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { limitConnections } from "#lib/api/connections.ts";

const limits = { count: 100, callerSeconds: 1, answerSeconds: () => 1 };

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** A server that answers so, and says of a connection how it ended. */
async function serve(answer: RequestListener, own: Partial<typeof limits> = {}): Promise<() => Promise<Socket>> {
  const server = createServer(answer);
  limitConnections(server, { ...limits, ...own });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  servers.push(server);
  return async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => socket.destroy());
    await once(socket, "connect");
    return socket;
  };
}

const readAll: RequestListener = (request, response) => {
  request.resume().on("end", () => response.end("read"));
};
const head = "POST /v2/claims HTTP/1.1\r\nHost: c\r\nContent-Length: 1000\r\n\r\n";

/** Writes a piece of a body each so many milliseconds, as long as the connection lasts. */
async function keepSending(socket: Socket, ms: number, piece: string): Promise<void> {
  for await (const _tick of every(ms)) {
    if (socket.destroyed || !socket.writable) return;
    socket.write(piece);
  }
}

test("a connection on which the request continues after its answer is closed", async () => {
  const socket = await (await serve((_request, response) => response.writeHead(413).end("too much")))();
  socket.write("POST / HTTP/1.1\r\nHost: c\r\nTransfer-Encoding: chunked\r\n\r\n");
  const [answer] = await Promise.all([text(socket), keepSending(socket, 1, `10000\r\n${"a".repeat(0x10000)}\r\n`)]);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test.each(["keep-alive", "close"])(
  "a caller that reads only what follows its whole body gets the answer (connection: %s)",
  async (kind) => {
    const length = 16 * 1_048_576;
    const socket = await (await serve((_request, response) => response.writeHead(413).end("too much"), { callerSeconds: 60 }))();
    socket.write(`POST / HTTP/1.1\r\nHost: c\r\nConnection: ${kind}\r\nContent-Length: ${length}\r\n\r\n`);
    const sent = once(socket, "drain");
    socket.write("a".repeat(length));
    await sent;
    socket.end();
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [^]*too much/);
  },
);

test("connections beyond the limit are closed, and accepted again once others have ended", async () => {
  const open = await serve(readAll, { count: 2 });
  const [first] = [await open(), await open()];
  expect(await text(await open())).toBe("");
  first.destroy();
  await waitFor(async () => {
    const next = await open();
    next.write("GET / HTTP/1.1\r\nHost: c\r\nConnection: close\r\n\r\n");
    expect(await text(next)).toMatch(/read/);
  });
});

// They wait most of their time.
describe.concurrent("with little work", () => {
  test.each([
    ["never comes", head],
    ["stops half way", `${head}half`],
    ["comes in chunks that end nowhere", "POST /v2/claims HTTP/1.1\r\nHost: c\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"],
  ])("a request whose body %s is answered 408 in the envelope, and its connection closed", async (_name, words) => {
    const socket = await (await serve(readAll))();
    socket.write(words);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toMatchObject({ success: false, error: { code: 408 } });
  });

  test("a body that is sent byte by byte is not waited for", async () => {
    const socket = await (await serve(readAll))();
    socket.write(head);
    const [answer] = await Promise.all([text(socket), keepSending(socket, 50, "a")]);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a body sent slowly, with 64 KiB or more in the allowed time, is read to its end", async () => {
    const socket = await (await serve(readAll, { callerSeconds: 3 }))();
    const piece = "a".repeat(100_000);
    socket.write(`POST / HTTP/1.1\r\nHost: c\r\nConnection: close\r\nContent-Length: ${piece.length * 10}\r\n\r\n`);
    void keepSending(socket, 500, piece);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*read/);
  });

  test.each<[string, RequestListener, RegExp]>([
    ["never comes", () => undefined, /^HTTP\/1\.1 503 [^]*retry-after: 1[^]*"code":503/i],
    ["never comes, while nobody reads the body", (request) => void request.pause(), /^HTTP\/1\.1 503 /],
    ["stops half way", (_request, response) => response.write("half"), /^HTTP\/1\.1 200 [^]*half\r\n$/],
  ])("a connection whose answer %s is closed", async (_name, answer, expected) => {
    const socket = await (await serve(answer))();
    socket.write("POST / HTTP/1.1\r\nHost: c\r\nContent-Length: 4\r\n\r\nbody");
    expect(await text(socket)).toMatch(expected);
  });

  test("an idle connection stays open, and so does one with a long-running answer", async () => {
    const open = await serve((_request, response) => void setTimeout(() => response.end("late"), 3000), { answerSeconds: () => 60 });
    const [idle, waiting] = [await open(), await open()];
    waiting.write("GET / HTTP/1.1\r\nHost: c\r\nConnection: close\r\n\r\n");
    expect(await text(waiting)).toMatch(/late/);
    expect(idle.destroyed).toBe(false);
    idle.destroy();
  });
});
