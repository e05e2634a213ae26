import { beforeAll, describe, expect, test } from "vitest";
import type { RawRequest } from "#e2e/api/raw.ts";
import { refused } from "#e2e/api/refused.ts";
import { makePartner } from "#e2e/api/world.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

const mebibyte = 1_048_576;
const json = { "content-type": "application/json" };

let key = "";
beforeAll(async () => {
  key = (await makePartner()).development.key;
});

const create = (body: RawRequest["body"], headers: Record<string, string> = json) =>
  refused(key, "contract", { method: "POST", path: "/v2/contracts", headers, ...(body === undefined ? {} : { body }) });

describe("reading a request body", () => {
  // rules/errors.md#requests-2
  test.each([
    ["is not JSON", "{", 400],
    ["is two values", "{}{}", 400],
    ["is not UTF-8", Uint8Array.of(0x22, 0xff, 0xfe, 0x22), 400],
    ["ends inside a character", Uint8Array.of(0x22, 0xc3), 400],
    ["contains a NUL", String.raw`{"uid": "a\u0000b"}`, 400],
    ["contains half a character deep inside", String.raw`{"products": [{"data": {"user_name": "\udc00 x"}}]}`, 400],
    ["is nested a hundred thousand deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, 400],
    ["is nested a hundred thousand deep in objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, 400],
    ["is one byte over a mebibyte", `"${"a".repeat(mebibyte - 1)}"`, 413],
  ])("fails if it %s", async (_name, body, status) => {
    const { message, ...answer } = await create(body);
    expect(answer).toMatchObject({ status, code: status });
    expect(message).toMatch(/body|character/);
  });

  test.each([
    ["null", "null", "the body must be a JSON object"],
    ["a text", '"contract"', "the body must be a JSON object"],
    ["a list", "[]", "the body must be a JSON object"],
    ["a number", "1e400", "the body must be a JSON object"],
  ])("fails for a contract if it is %s", async (_name, body, message) => {
    expect(await create(body)).toMatchObject({ status: 400, code: 400, message });
  });

  test.each([
    ["no body", undefined],
    ["an empty body", ""],
    ["blanks", " \n"],
  ])("yields an empty object for %s: the first missing field answers", async (_name, body) => {
    expect(await create(body)).toMatchObject({ status: 400, code: 1012 });
  });

  test("succeeds at exactly one mebibyte", async () => {
    expect(await create(`{"uid":"${"a".repeat(mebibyte - 10)}"}`)).toMatchObject({ status: 400, code: 1012 });
  });
});

// rules/errors.md#requests-2
describe("the content type of a body", () => {
  test.each(["text/plain", "multipart/form-data; boundary=x", "application/jsonp"])("%s is refused", async (type) => {
    expect(await create("{}", { "content-type": type })).toMatchObject({ status: 415, code: 415 });
  });

  test.each([
    [{ "content-type": "application/json" }],
    [{ "content-type": "Application/JSON; charset=UTF-8" }],
    [{ "content-type": "application/vnd.api+json" }],
    [{}],
  ])("%j is read", async (headers) => {
    expect(await create("{}", headers)).toMatchObject({ status: 400, code: 1012 });
  });
});

describe("a body without a content-length", () => {
  const piece = Buffer.alloc(65_536, "a");
  function* pieces(count: number, sent = { bytes: 0 }) {
    for (let index = 0; index < count; index += 1) {
      sent.bytes += piece.byteLength;
      yield piece;
    }
  }

  test("is read up to the limit", async () => {
    const body = [Buffer.from('{"uid": "'), ...pieces(15), Buffer.from('"}')];
    expect(await create(body)).toMatchObject({ status: 400, code: 1012 });
  });

  test("is refused above the limit", async () => {
    expect(await create([Buffer.from('{"uid": "'), ...pieces(17), Buffer.from('"}')])).toMatchObject({ status: 413, code: 413 });
  });

  test("is cut off if it never ends", async () => {
    // A sender that does not come to look at the answer for half a second finds the connection closed, and asks again.
    const sent = await waitFor(async () => {
      const sending = { bytes: 0 };
      expect(await create(pieces(Infinity, sending))).toMatchObject({ status: 413, code: 413 });
      return sending;
    });
    // The limit, and what lies in the buffers of the two ends when the answer comes.
    expect(sent.bytes).toBeLessThan(64 * mebibyte);
  });

  test("a body shorter than its content-length is cut off too", async () => {
    expect(await create([], { ...json, "content-length": String(10 * mebibyte) })).toMatchObject({ status: 413, code: 413 });
  });
});
