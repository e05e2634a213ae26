import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { body, expectHungUp, headers, opening, send } from "#e2e/setup/sender.fixture.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { certificate } from "#lib/delivery/webhooks/certificate.fixture.ts";
import type { SenderSettings } from "#lib/delivery/webhooks/post.ts";
import { acceptConnections, drip, receive, receiveSecurely } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";

// rules/deliveries.md#attempts-3
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
    await expectHungUp(receiver);
  });

  test("when the TLS handshake does not complete", async () => {
    const receiver = await opening(acceptConnections(() => undefined));
    const { post } = await send({ timeoutMs: 150 });
    expect(await post({ url: `https://localhost:${receiver.port}/`, body, headers })).toMatchObject({ kind: "failure", error: "timeout" });
    await expectHungUp(receiver);
  });

  test("when a name server does not answer", async () => {
    const { post } = await send({ timeoutMs: 150, resolve: () => new Promise(() => undefined) });
    expect(await post({ url: "https://hooks.example.com/", body, headers })).toMatchObject({ kind: "failure", error: "timeout" });
  });

  test("and does not block another one while it waits", async () => {
    const held: ServerResponse[] = [];
    const slow = await opening(receive((response) => held.push(response)));
    const quick = await opening(receive());
    const { post } = await send({ timeoutMs: 60_000 });
    const waiting = Array.from({ length: 100 }, () => post({ url: slow.url, body, headers }));
    await waitFor(() => expect(held).toHaveLength(100));
    expect(await post({ url: quick.url, body, headers })).toMatchObject({ kind: "response", status: 200 });
    for (const response of held) response.end();
    for (const answer of await Promise.all(waiting)) expect(answer).toMatchObject({ kind: "response", status: 200 });
  });
});

describe("a network error is a named answer", () => {
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

  test("for a closed port: connection_refused", async () => {
    const receiver = await receive();
    await receiver.close();
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({
      kind: "failure",
      error: "connection_refused",
      message: "The host refused the connection (ECONNREFUSED).",
    });
  });

  test("for a name without an address: dns_failed", async () => {
    const { post } = await send({
      resolve: () => Promise.reject(Object.assign(new Error("queryA ENOTFOUND hooks.example.com"), { code: "ENOTFOUND" })),
    });
    expect(await post({ url: "https://hooks.example.com/", body, headers })).toMatchObject({
      kind: "failure",
      error: "dns_failed",
      message: "The host name could not be resolved (ENOTFOUND).",
    });
  });

  test("for a URL that is not allowed: url_refused", async () => {
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

  test("except for a header that cannot be sent, which rejects", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    await expect(post({ url: receiver.url, body, headers: { "x-event-id": "a\r\nb" } })).rejects.toThrow("invalid x-event-id header");
    expect(receiver.requests).toEqual([]);
  });
});

describe("TLS", () => {
  test("requires a certificate for the host's name, which is sent by SNI", async () => {
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

  test("is required: a host without it is refused", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    expect(await post({ url: `https://localhost:${receiver.port}/`, body, headers })).toMatchObject({
      kind: "failure",
      error: "tls_failed",
    });
  });
});

test("a connection that went silent between two deliveries costs one attempt, and the next one uses a new connection", async () => {
  const receiver = await opening(receive());
  const proxy = await opening(startTcpProxy(receiver.port));
  // Long enough for the attempts that succeed on a crowded machine.
  const { post } = await send({ timeoutMs: 2_000 });
  const url = `http://localhost:${proxy.port}/`;
  expect(await post({ url, body, headers })).toMatchObject({ kind: "response", status: 200 });
  // The sender keeps the connection once the answer is read.
  await nextTurn();
  proxy.silence();
  expect(await post({ url, body, headers })).toMatchObject({ kind: "failure", error: "timeout" });
  expect(await post({ url, body, headers })).toMatchObject({ kind: "response", status: 200 });
  expect(proxy.connections()).toBe(2);
});
