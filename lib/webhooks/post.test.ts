import { randomBytes } from "node:crypto";
import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { certificate } from "#lib/webhooks/loopback-certificate.ts";
import { acceptConnections, receive, receiveSecurely } from "#lib/webhooks/loopback-receiver.ts";
import type { LoopbackReceiver } from "#lib/webhooks/loopback-receiver.ts";
import { createSender, deliveryHeaders } from "#lib/webhooks/post.ts";
import type { SenderSettings } from "#lib/webhooks/post.ts";

const kept = 16_384;
const headers = deliveryHeaders({ eventId: "evt_1", deliveryId: "dlv_1", attempt: 2 });
const body = '{"event_type":"v2.contract.created","data":{}}';

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

async function opening<Opened extends { close(): Promise<void> }>(one: Opened | Promise<Opened>): Promise<Opened> {
  const each = await one;
  opened.push(each);
  return each;
}

function send(settings: Partial<SenderSettings> = {}) {
  return opening(createSender({ allowedHosts: ["localhost"], ...settings }));
}

/** Every connection of the receiver is closed, from our side. */
function expectHungUp(receiver: LoopbackReceiver) {
  return vi.waitFor(() => expect(receiver.open()).toBe(0), { timeout: 4_000 });
}

describe("what is sent", () => {
  test.each([
    ["a text", '{"data":"é\u2028\u{1F6B2}\\u0000"}', Buffer.from('{"data":"é\u2028\u{1F6B2}\\u0000"}')],
    ["bytes that are no text", Uint8Array.of(0, 255, 13, 10, 128), Buffer.of(0, 255, 13, 10, 128)],
    ["part of a larger buffer", Buffer.from("[[{}]]").subarray(2, 4), Buffer.from("{}")],
    ["more than a socket takes at once", randomBytes(3_000_000).toString("base64"), undefined],
  ])("%s arrives byte for byte", async (_case, sent, expected) => {
    const receiver = await opening(receive());
    const { post } = await send();
    await post({ url: receiver.url, body: sent, headers });
    const [request] = receiver.requests;
    expect(request?.body.equals(expected ?? Buffer.from(sent))).toBe(true);
    expect(request?.headers["content-length"]).toBe(String(request?.body.length));
  });

  test("a POST to the path and query as they are, with the headers of a delivery and no others of ours", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    await post({ url: `${receiver.url}/a%2Fb?token=s3cret&x=%23+é`, body, headers });
    expect(receiver.requests).toMatchObject([{ method: "POST", path: "/hooks/a%2Fb?token=s3cret&x=%23+%C3%A9" }]);
    expect(receiver.requests[0]?.headers).toEqual({
      host: `localhost:${receiver.port}`,
      connection: "keep-alive",
      "content-length": String(body.length),
      "content-type": "application/json",
      "user-agent": "Covergate-Webhooks/2",
      "x-event-id": "evt_1",
      "x-delivery-id": "dlv_1",
      "x-delivery-attempt": "2",
    });
  });
});

describe("a response is an answer, whatever its status", () => {
  test.each([200, 204, 301, 400, 404, 500, 503])("%i", async (status) => {
    const receiver = await opening(receive((response) => response.writeHead(status).end(status === 204 ? undefined : "said")));
    const { post } = await send();
    const answer = await post({ url: receiver.url, body, headers });
    expect(answer).toEqual({
      kind: "response",
      status,
      body: status === 204 ? "" : "said",
      truncated: false,
      durationMs: expect.any(Number),
    });
  });

  test("after interim ones", async () => {
    const interim = "HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n";
    const receiver = await opening(
      acceptConnections((socket) =>
        socket.once("data", () => socket.write(`${interim}HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok`)),
      ),
    );
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({ kind: "response", status: 202, body: "ok" });
  });

  test("and a redirect is not followed", async () => {
    const target = await opening(receive());
    const receiver = await opening(receive((response) => response.writeHead(307, { location: target.url }).end()));
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({ kind: "response", status: 307 });
    expect(target.connections()).toBe(0);
  });
});

describe("of a body 16 KiB are kept", () => {
  test.each([
    ["all of a body that fits", "a".repeat(kept), "a".repeat(kept), false],
    ["the beginning of a longer one", "a".repeat(kept + 1), "a".repeat(kept), true],
    ["no half of a character", `a${"é".repeat(kept)}`, `a${"é".repeat(kept / 2 - 1)}`, true],
    ["what is no UTF-8, marked", Buffer.of(111, 255, 107), "o\uFFFDk", false],
    ["a character that ends too early, marked", Buffer.from("é").subarray(0, 1), "\uFFFD", false],
    ["NUL, marked", "a\0b", "a\uFFFDb", false],
    ["the marks counted", Buffer.alloc(kept, 255), "\uFFFD".repeat(Math.floor(kept / 3)), true],
  ])("%s", async (_case, sent, expected, truncated) => {
    const receiver = await opening(receive((response) => response.end(sent)));
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({ kind: "response", status: 200, body: expected, truncated });
  });

  test("a stream without end is cut off", async () => {
    const block = "x".repeat(65_536);
    const receiver = await opening(
      receive((response) => {
        const write = () => {
          while (response.write(block));
        };
        response.on("drain", write);
        write();
      }),
    );
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({
      kind: "response",
      status: 200,
      body: "x".repeat(kept),
      truncated: true,
    });
    await expectHungUp(receiver);
  });

  test("nothing is decompressed", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const receiver = await opening(receive((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)));
    const { post } = await send();
    const answer = await post({ url: receiver.url, body, headers });
    expect(answer).toMatchObject({ kind: "response", status: 200, truncated: expect.any(Boolean) });
    expect(answer.kind === "response" && answer.body.charCodeAt(0)).toBe(0x1f);
  });
});

describe("the status is the answer, and of the body is kept what came of it", () => {
  const ok = (rest: string) => `HTTP/1.1 200 OK\r\n${rest}`;
  const sendsOnce = (text: string) => () => acceptConnections((socket) => socket.once("data", () => socket.write(text, "latin1")));
  test.each<[string, string, () => Promise<LoopbackReceiver>]>([
    ["when it drips", expect.stringMatching(/^\.+$/) as string, () => acceptConnections((socket) => drip(socket, ok("\r\n"), "."))],
    ["when its end does not come", "ok", sendsOnce(ok("content-length: 5\r\n\r\nok"))],
    ["when nothing of it comes", "", sendsOnce(ok("content-length: 5\r\n\r\n"))],
    ["when it stops within a character", "a", sendsOnce(ok("content-length: 5\r\n\r\na\u00c3"))],
    [
      "when the connection breaks in it",
      "ok",
      () => acceptConnections((socket) => socket.once("data", () => socket.end(ok("content-length: 9\r\n\r\nok")))),
    ],
    ["when it is not valid HTTP", "ok", sendsOnce(ok("transfer-encoding: chunked\r\n\r\n2\r\nok\r\nnone"))],
  ])("%s", async (_case, beginning, open) => {
    const receiver = await opening(open());
    const { post } = await send({ timeoutMs: 150 });
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({
      kind: "response",
      status: 200,
      body: beginning,
      truncated: true,
    });
    await expectHungUp(receiver);
  });
});

describe("an attempt ends in time", () => {
  test.each<[string, () => Promise<LoopbackReceiver>]>([
    ["when nothing is answered", () => receive(() => undefined)],
    ["when headers drip", () => acceptConnections((socket) => drip(socket, "HTTP/1.1 200 OK\r\n", "x-a: b\r\n"))],
    ["when interim answers do not end", () => acceptConnections((socket) => drip(socket, "", "HTTP/1.1 102 Processing\r\n\r\n"))],
  ])("%s", async (_case, open) => {
    const receiver = await opening(open());
    const { post } = await send({ timeoutMs: 150 });
    const answer = await post({ url: receiver.url, body, headers });
    expect(answer).toMatchObject({ kind: "failure", error: "timeout", message: "No answer came in time (0.15 seconds)." });
    expect(answer.durationMs).toBeGreaterThanOrEqual(149);
    expect(answer.durationMs).toBeLessThan(2_000);
    await expectHungUp(receiver);
  });

  test("when TLS does not come about", async () => {
    const receiver = await opening(acceptConnections(() => undefined));
    const { post } = await send({ timeoutMs: 150 });
    expect(await post({ url: `https://localhost:${receiver.port}/`, body, headers })).toMatchObject({ kind: "failure", error: "timeout" });
    await expectHungUp(receiver);
  });

  test("when a name server does not answer", async () => {
    const { post } = await send({ timeoutMs: 150, resolve: () => new Promise(() => undefined) });
    expect(await post({ url: "https://hooks.example.com/", body, headers })).toMatchObject({ kind: "failure", error: "timeout" });
  });

  test("and one that waits holds up no other", async () => {
    const slow = await opening(receive(() => undefined));
    const quick = await opening(receive());
    const { post } = await send({ timeoutMs: 1_000 });
    const waiting = Array.from({ length: 100 }, () => post({ url: slow.url, body, headers }));
    const answer = await post({ url: quick.url, body, headers });
    expect(answer).toMatchObject({ kind: "response", status: 200 });
    const all = await Promise.all(waiting);
    expect(answer.durationMs).toBeLessThan(Math.min(...all.map(({ durationMs }) => durationMs)));
  });
});

describe("a fault of the network is an answer with its name", () => {
  test.each<[string, string, () => Promise<LoopbackReceiver>]>([
    [
      "a connection that breaks before the answer",
      "connection_lost",
      () => acceptConnections((socket) => socket.once("data", () => socket.destroy())),
    ],
    [
      "a connection that is reset",
      "connection_lost",
      () => acceptConnections((socket) => socket.once("data", () => socket.resetAndDestroy())),
    ],
    ["another protocol", "invalid_response", () => acceptConnections((socket) => socket.write("SSH-2.0-OpenSSH_9.9\r\n"))],
    [
      "headers without end",
      "invalid_response",
      () => acceptConnections((socket) => drip(socket, "HTTP/1.1 200 OK\r\n", `x-a: ${"b".repeat(9_000)}\r\n`)),
    ],
  ])("%s: %s", async (_case, error, open) => {
    const receiver = await opening(open());
    const { post } = await send();
    expect(await post({ url: `${receiver.url}?token=s3cret`, body, headers })).toMatchObject({
      kind: "failure",
      error,
      message: expect.not.stringContaining("s3cret"),
    });
    await expectHungUp(receiver);
  });

  test("a closed port: connection_refused", async () => {
    const receiver = await receive();
    await receiver.close();
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({
      kind: "failure",
      error: "connection_refused",
      message: "The host refused the connection (ECONNREFUSED).",
    });
  });

  test("a name without an address: dns_failed", async () => {
    const { post } = await send({
      resolve: () => Promise.reject(Object.assign(new Error("queryA ENOTFOUND hooks.example.com"), { code: "ENOTFOUND" })),
    });
    expect(await post({ url: "https://hooks.example.com/", body, headers })).toMatchObject({
      kind: "failure",
      error: "dns_failed",
      message: "The host name could not be resolved (ENOTFOUND).",
    });
  });

  test("a URL that is not allowed: url_refused", async () => {
    const receiver = await opening(receive());
    const { post } = await send({ allowedHosts: [] });
    expect(await post({ url: receiver.url, body, headers })).toEqual({
      kind: "failure",
      error: "url_refused",
      message: "The callback URL is not allowed (it must start with https://).",
      durationMs: 0,
    });
    expect(receiver.connections()).toBe(0);
  });

  test("but a header that cannot be sent is a fault of ours", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    await expect(post({ url: receiver.url, body, headers: { "x-event-id": "a\r\nb" } })).rejects.toThrow("invalid x-event-id header");
    expect(receiver.requests).toEqual([]);
  });
});

describe("TLS", () => {
  test("a host is believed by its name's certificate, and told the name", async () => {
    const receiver = await opening(
      receiveSecurely((response, request) => response.end("servername" in request.socket ? request.socket.servername : "")),
    );
    const { post } = await send({ tls: { ca: certificate.cert } });
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({ kind: "response", status: 200, body: "localhost" });
    expect(receiver.requests[0]?.headers.host).toBe(`localhost:${receiver.port}`);
  });

  test.each<[string, string, Partial<SenderSettings>]>([
    ["a certificate that nobody vouches for", "localhost", {}],
    ["a certificate of another name", "127.0.0.1", { tls: { ca: certificate.cert } }],
  ])("%s is refused, and nothing is sent", async (_case, host, settings) => {
    const receiver = await opening(receiveSecurely());
    const { post } = await send({ allowedHosts: ["localhost", "127.0.0.1"], ...settings });
    expect(await post({ url: `https://${host}:${receiver.port}/`, body, headers })).toMatchObject({ kind: "failure", error: "tls_failed" });
    expect(receiver.requests).toEqual([]);
  });

  test("a host without it is refused", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    expect(await post({ url: `https://localhost:${receiver.port}/`, body, headers })).toMatchObject({
      kind: "failure",
      error: "tls_failed",
    });
  });
});

describe("connections", () => {
  test("are kept for the next delivery", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    for (let count = 0; count < 20; count += 1) await post({ url: `${receiver.url}?count=${count}`, body, headers });
    expect(receiver.requests).toHaveLength(20);
    // A second one, as the first is free only a moment after its answer.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  test("do not queue deliveries behind each other", async () => {
    const waiting: ServerResponse[] = [];
    const receiver = await opening(
      receive((response) => {
        waiting.push(response);
        if (waiting.length === 8) for (const each of waiting) each.end();
      }),
    );
    const { post } = await send();
    const answers = await Promise.all(Array.from({ length: 8 }, () => post({ url: receiver.url, body, headers })));
    expect(answers.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => "response"));
    expect(receiver.connections()).toBe(8);
  });

  test("end with the sender", async () => {
    const receiver = await opening(receive((response, { url }) => (url === "/hooks?wait" ? undefined : response.end())));
    const sender = await send();
    await sender.post({ url: receiver.url, body, headers });
    const waiting = sender.post({ url: `${receiver.url}?wait`, body, headers });
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(2));
    await sender.close();
    expect(await waiting).toMatchObject({ kind: "failure", error: "aborted" });
    await expectHungUp(receiver);
    expect(await sender.post({ url: receiver.url, body, headers })).toMatchObject({ kind: "failure", error: "aborted" });
  });
});

describe("a signal cuts an attempt off", () => {
  test("that waits for its answer", async () => {
    const receiver = await opening(receive(() => undefined));
    const { post } = await send();
    const stop = new AbortController();
    const waiting = post({ url: receiver.url, body, headers, signal: stop.signal });
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1));
    stop.abort();
    expect(await waiting).toMatchObject({
      kind: "failure",
      error: "aborted",
      message: "The attempt was cut off because the service is stopping.",
    });
    await expectHungUp(receiver);
  });

  test("that is about to connect: it is not sent", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    const stop = new AbortController();
    const waiting = post({ url: receiver.url, body, headers, signal: stop.signal });
    stop.abort();
    expect(await waiting).toMatchObject({ kind: "failure", error: "aborted" });
    expect(await post({ url: receiver.url, body: "after", headers })).toMatchObject({ kind: "response" });
    expect(receiver.requests.map((request) => request.body.toString())).toEqual(["after"]);
  });

  test("and is let go of, like the clock, once the answer is there", async () => {
    const receiver = await opening(receive());
    const { post } = await send({ timeoutMs: 3_600_000 });
    const { signal } = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const before = timers();
    const waiting = post({ url: receiver.url, body, headers, signal });
    expect(timers()).toBeGreaterThan(before);
    expect(await waiting).toMatchObject({ kind: "response" });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test("that has not begun", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers, signal: AbortSignal.abort() })).toMatchObject({
      kind: "failure",
      error: "aborted",
    });
    expect(receiver.connections()).toBe(0);
  });
});

/** Sends a beginning and then the same again and again, as long as the connection stands. */
function drip(
  socket: NodeJS.WritableStream & { on(event: "close", listener: () => void): unknown },
  beginning: string,
  drop: string,
): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write(drop), 10);
  socket.on("close", () => clearInterval(timer));
}
