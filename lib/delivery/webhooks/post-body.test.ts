import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { body, expectHungUp, headers, opening, send } from "#e2e/setup/sender.fixture.ts";
import { acceptConnections, drip, receive } from "#lib/delivery/webhooks/receiver.fixture.ts";
import type { LoopbackReceiver } from "#lib/delivery/webhooks/receiver.fixture.ts";

const kept = 16_384;

// rules/deliveries.md#attempts-5
describe("at most 16 KiB of a response body are stored:", () => {
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

  test("an endless stream is cut off", async () => {
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

describe("the status is the answer, and the body is stored as far as it came:", () => {
  const ok = (rest: string) => `HTTP/1.1 200 OK\r\n${rest}`;
  const sendsOnce = (text: string) => () => acceptConnections((socket) => socket.once("data", () => socket.write(text, "latin1")));
  test.each<[string, string, () => Promise<LoopbackReceiver>]>([
    ["when it drips", expect.stringMatching(/^\.+$/) as string, () => acceptConnections((socket) => drip(socket, ok("\r\n."), "."))],
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
