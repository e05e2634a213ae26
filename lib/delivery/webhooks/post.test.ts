import { randomBytes } from "node:crypto";
import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { body, expectHungUp, headers, opening, send } from "#e2e/setup/sender.fixture.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { acceptConnections, receive } from "#lib/delivery/webhooks/receiver.fixture.ts";

describe("a sent request", () => {
  test.each([
    ["a text", '{"data":"é\u2028\u{1F6B2}\\u0000"}', Buffer.from('{"data":"é\u2028\u{1F6B2}\\u0000"}')],
    ["bytes that are no text", Uint8Array.of(0, 255, 13, 10, 128), Buffer.of(0, 255, 13, 10, 128)],
    ["part of a larger buffer", Buffer.from("[[{}]]").subarray(2, 4), Buffer.from("{}")],
    ["more than a socket takes at once", randomBytes(3_000_000).toString("base64"), undefined],
  ])("with the body %s arrives byte for byte", async (_case, sent, expected) => {
    const receiver = await opening(receive());
    const { post } = await send();
    await post({ url: receiver.url, body: sent, headers });
    const [request] = receiver.requests;
    expect(request?.body.equals(expected ?? Buffer.from(sent))).toBe(true);
    expect(request?.headers["content-length"]).toBe(String(request?.body.length));
  });

  test("is a POST to the exact path and query, with only the headers of a delivery", async () => {
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

describe("a response counts as an answer", () => {
  test.each([200, 204, 301, 400, 404, 500, 503])("with status %i", async (status) => {
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

  test("after interim responses", async () => {
    const interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n";
    const receiver = await opening(
      acceptConnections((socket) =>
        socket.once("data", () => socket.write(`${interim}HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok`)),
      ),
    );
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({ kind: "response", status: 202, body: "ok" });
  });

  // rules/deliveries.md#attempts-2
  test("and a redirect is not followed", async () => {
    const target = await opening(receive());
    const receiver = await opening(receive((response) => response.writeHead(307, { location: target.url }).end()));
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers })).toMatchObject({ kind: "response", status: 307 });
    expect(target.connections()).toBe(0);
  });
});

describe("connections", () => {
  test("are reused for the next delivery", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    for (let count = 0; count < 20; count += 1) await post({ url: `${receiver.url}?count=${count}`, body, headers });
    expect(receiver.requests).toHaveLength(20);
    // A connection is free only a moment after its answer, so there may be a second one.
    expect(receiver.connections()).toBeLessThanOrEqual(2);
  });

  test("are opened in parallel for concurrent deliveries", async () => {
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

  test("are closed with the sender", async () => {
    const receiver = await opening(receive((response, { url }) => (url === "/hooks?wait" ? undefined : response.end())));
    const sender = await send();
    await sender.post({ url: receiver.url, body, headers });
    const waiting = sender.post({ url: `${receiver.url}?wait`, body, headers });
    await waitFor(() => expect(receiver.requests).toHaveLength(2));
    await sender.close();
    expect(await waiting).toMatchObject({ kind: "failure", error: "aborted" });
    await expectHungUp(receiver);
    expect(await sender.post({ url: receiver.url, body, headers })).toMatchObject({ kind: "failure", error: "aborted" });
  });
});

describe("a signal aborts an attempt", () => {
  test("that waits for its response", async () => {
    const receiver = await opening(receive(() => undefined));
    const { post } = await send();
    const stop = new AbortController();
    const waiting = post({ url: receiver.url, body, headers, signal: stop.signal });
    await waitFor(() => expect(receiver.requests).toHaveLength(1));
    stop.abort();
    expect(await waiting).toMatchObject({
      kind: "failure",
      error: "aborted",
      message: "The attempt was cut off because the service is stopping.",
    });
    await expectHungUp(receiver);
  });

  test("that is connecting, so that it is not sent", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    const stop = new AbortController();
    const waiting = post({ url: receiver.url, body, headers, signal: stop.signal });
    stop.abort();
    expect(await waiting).toMatchObject({ kind: "failure", error: "aborted" });
    expect(await post({ url: receiver.url, body: "after", headers })).toMatchObject({ kind: "response" });
    expect(receiver.requests.map((request) => request.body.toString())).toEqual(["after"]);
  });

  test("and its listener is removed once there is a response", async () => {
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

  test("that has not started", async () => {
    const receiver = await opening(receive());
    const { post } = await send();
    expect(await post({ url: receiver.url, body, headers, signal: AbortSignal.abort() })).toMatchObject({
      kind: "failure",
      error: "aborted",
    });
    expect(receiver.connections()).toBe(0);
  });
});
