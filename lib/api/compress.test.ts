import { text } from "node:stream/consumers";
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { chooseEncoding, compress } from "#lib/api/compress.ts";

const asking = (encoding: string) => new Request("http://localhost/", { headers: { "accept-encoding": encoding } });
const long = JSON.stringify(Array.from({ length: 100 }, (_none, index) => ({ index, name: "Vélos de la Seine" })));

test.each([
  [null, undefined],
  ["", undefined],
  ["br", "br"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, br;q=0.5", "gzip"],
  ["gzip;q=0.5, br;q=0.50", "br"],
  ["gzip;q=0.501, br;q=0.5", "gzip"],
  ["br;q=0", undefined],
  ["br;q=0, *", "gzip"],
  ["*;q=0", undefined],
  ["*", "br"],
  ["identity", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["gzip;q=2", undefined],
  ["gzip ; q=0.3 , br ; q=0.2", "gzip"],
  ["deflate", undefined],
  ["gzip;q=nonsense, br;q=0.1", "br"],
])("the request header %j is answered with the encoding %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

describe("a text response", () => {
  test("of more than 1 KiB is compressed without changing a byte", () => {
    const { body, headers } = compress(asking("br"), long);
    expect(headers).toEqual({ vary: "accept-encoding", "content-encoding": "br" });
    expect(brotliDecompressSync(body as Uint8Array).toString()).toBe(long);
    expect((body as Uint8Array).byteLength).toBeLessThan(long.length / 5);
    expect(gunzipSync(compress(asking("gzip"), long).body as Uint8Array).toString()).toBe(long);
  });

  test("of 1 KiB, counted in bytes, is sent uncompressed", () => {
    expect(compress(asking("br"), "a".repeat(1024))).toEqual({ body: "a".repeat(1024), headers: { vary: "accept-encoding" } });
    expect(compress(asking("br"), `é${"a".repeat(1023)}`).headers).toHaveProperty("content-encoding");
  });

  test("of null stays null", () => {
    expect(compress(asking("br"), null)).toEqual({ body: null, headers: {} });
  });
});

describe.each([
  ["br", () => createBrotliDecompress()],
  ["gzip", () => createGunzip()],
])("a stream compressed with %s", (encoding, decompressor) => {
  /** A stream whose parts are made by hand. */
  function open() {
    let made: ReadableStreamDefaultController<Uint8Array> | undefined;
    let cancelled = false;
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => void (made = controller),
      cancel: () => void (cancelled = true),
    });
    const { body } = compress(asking(encoding), stream);
    const push = (part: string) => made?.enqueue(new TextEncoder().encode(part));
    return {
      body: body as ReadableStream<Uint8Array>,
      push,
      close: () => made?.close(),
      fail: () => made?.error(new Error("over")),
      isCancelled: () => cancelled,
    };
  }

  test("is readable part by part as it is written", async () => {
    const { body, push, close } = open();
    const received = decompressor().setEncoding("utf8");
    const parts = received[Symbol.asyncIterator]();
    const reader = body.getReader();
    const forward = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) received.write(next.value);
      received.end();
    };
    const forwarding = forward();
    push("[1");
    expect((await parts.next()).value).toBe("[1");
    push(",2");
    expect((await parts.next()).value).toBe(",2");
    push("]");
    close();
    await forwarding;
    expect((await parts.next()).value).toBe("]");
    expect((await parts.next()).done).toBe(true);
  });

  test("that fails breaks off instead of ending as if complete", async () => {
    const { body, push, fail } = open();
    push("[1");
    const reading = text(body);
    fail();
    await expect(reading).rejects.toThrow("over");
  });

  test("that is no longer read is cancelled at its source", async () => {
    const { body, push, isCancelled } = open();
    push("[1");
    const reader = body.getReader();
    await reader.read();
    await reader.cancel();
    await expect.poll(isCancelled).toBe(true);
  });
});
