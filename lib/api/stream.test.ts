import { describe, expect, test } from "vitest";
import { aroundItems, successBody } from "#lib/api/envelope.ts";
import { joinPages, streamText } from "#lib/api/stream.ts";
import type { StreamEnd } from "#lib/api/stream.ts";
import { listProducts } from "#lib/insurance/products/endpoints.ts";
import type { Endpoint } from "#lib/platform/wire/endpoint.ts";

const endpoint = listProducts as Endpoint;
const around = aroundItems(endpoint, "exec_1");

/** Pages made on demand, then the failure, if any. `made` counts the pages; `closed` is true after the generator returned. */
function pagesOf(pages: readonly number[][], failure?: Error) {
  const seen = { made: 0, closed: false };
  async function* make(): AsyncGenerator<number[], void> {
    try {
      for (const page of pages) {
        seen.made += 1;
        yield page;
      }
      if (failure) throw failure;
    } finally {
      seen.closed = true;
    }
  }
  return { seen, parts: joinPages(make(), around) };
}

async function start(pages: readonly number[][], failure?: Error) {
  const { seen, parts } = pagesOf(pages, failure);
  const ends: StreamEnd[] = [];
  const body = await streamText(parts, (end) => ends.push(end));
  return { seen, ends, body };
}

describe("the envelope around streamed items", () => {
  test.each([
    ["no page", []],
    ["an empty page", [[]]],
    ["one page", [[1, 2]]],
    ["several pages", [[1, 2], [3], [4, 5]]],
    ["empty pages among others", [[], [1], [], [2, 3], []]],
  ])("equals the envelope around a whole list: %s", async (_what, pages) => {
    const { body, ends } = await start(pages);
    const text = await new Response(body).text();
    expect(text).toBe(JSON.stringify(successBody(endpoint, pages.flat(), "exec_1")));
    expect(ends).toEqual([{ text }]);
  });
});

test("only the beginning is stored for the call log, enough to show that it was truncated", async () => {
  const pages = Array.from({ length: 40 }, () => Array.from({ length: 500 }, (_none, index) => index));
  const { body, ends } = await start(pages);
  const text = await new Response(body).text();
  expect(ends).toHaveLength(1);
  expect(text.startsWith(ends[0]?.text ?? "nothing")).toBe(true);
  expect(ends[0]?.text.length).toBeGreaterThan(17_408);
  expect(ends[0]?.text.length).toBeLessThan(text.length);
});

test("no page is produced before it is requested", async () => {
  const { body, seen } = await start([[1], [2], [3]]);
  expect(seen.made).toBe(1);
  const reader = body.getReader();
  await reader.read();
  expect(seen.made).toBe(1);
  await reader.read();
  expect(seen.made).toBe(2);
});

test("no further page is produced after a disconnect, and the end is reported once", async () => {
  const { body, seen, ends } = await start([[1], [2], [3]]);
  const reader = body.getReader();
  await reader.read();
  await reader.cancel();
  expect(seen).toEqual({ made: 1, closed: true });
  expect(ends).toEqual([{ text: `${around.before}1` }]);
});

test("the page in production at a disconnect is the last one", async () => {
  const { body, seen, ends } = await start([[1], [2], [3]]);
  const reader = body.getReader();
  await reader.read();
  const waiting = reader.read();
  await reader.cancel();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(seen).toEqual({ made: 2, closed: true });
  expect(ends).toHaveLength(1);
});

test("a body that nobody reads ends as well", async () => {
  const { body, seen, ends } = await start([[1], [2]]);
  await body.cancel();
  expect(seen.closed).toBe(true);
  expect(ends).toHaveLength(1);
});

test("a later failure cuts the stream off without a reason, and is reported with what was sent", async () => {
  const failure = new Error("relation products does not exist");
  const { body, ends } = await start([[1], [2]], failure);
  await expect(new Response(body).text()).rejects.toThrow("the answer cannot be finished");
  expect(ends).toEqual([{ text: `${around.before}1,2`, failure }]);
});

test("a failure before the first page throws, so that the answer can still be an error", async () => {
  await expect(start([], new Error("no connection"))).rejects.toThrow("no connection");
});
