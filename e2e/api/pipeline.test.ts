import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { send } from "#e2e/api/raw.ts";
import type { RawAnswer, RawRequest } from "#e2e/api/raw.ts";
import { makePartner } from "#e2e/api/world.ts";
import type { Side } from "#lib/endpoint.ts";
import { errorSchema } from "#lib/http/envelope-schemas.ts";

const mebibyte = 1_048_576;
const json = { "content-type": "application/json" };

let key = "";
beforeAll(async () => {
  key = (await makePartner()).development.key;
});

/** Sends with the key, and reads the answer as an error of the side: its status, code and message. */
async function refused(
  side: Side,
  { headers, ...request }: RawRequest,
): Promise<{ status: number; code: number; message: string; headers: Headers }> {
  const answer = await send({ headers: { key, ...headers }, ...request });
  return { status: answer.status, headers: answer.headers, ...errorOf(side, answer) };
}

function errorOf(side: Side, { status, headers, text }: RawAnswer): { code: number; message: string } {
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("x-execution-id")).toMatch(/^exec_/);
  const body = errorSchema(side, status).parse(JSON.parse(text)) as {
    execution_id?: string;
    code: number;
    message: string;
    error?: { code: number; message: string };
  };
  if (body.execution_id !== undefined) expect(body.execution_id).toBe(headers.get("x-execution-id"));
  return { code: (body.error ?? body).code, message: (body.error ?? body).message };
}

const create = (body: RawRequest["body"], headers: Record<string, string> = json) =>
  refused("contract", { method: "POST", path: "/v2/contracts", headers, ...(body === undefined ? {} : { body }) });

describe("a path that no endpoint owns answers 404 in the envelope of its side", () => {
  test.each<[string, Side]>([
    ["/v2", "contract"],
    ["/v2/", "contract"],
    ["/v2/nothing", "contract"],
    ["/v2/contractsx", "contract"],
    ["/v2/contracts/a/products/b", "contract"],
    ["/v2/contracts/a/b?uid=c", "contract"],
    ["/v2/products/a/b", "product"],
    ["/v2/renters/a/b", "product"],
    ["/v2/geo", "product"],
    ["/v2/geo/getCitiesByZipCode", "product"],
    ["/v2/geo/nothing/1", "product"],
    ["/v2/geo/nothing/FR/1", "product"],
    ["/v2/claims/a/b/c/d", "claim"],
    ["/v2/..%2f..%2fetc%2fpasswd", "contract"],
    ["/v2/__proto__", "contract"],
  ])("%s (%s)", async (path, side) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      expect(await refused(side, { method, path }), method).toMatchObject({ status: 404, code: 404 });
    }
  });

  test("also without a key: there is nothing to protect", async () => {
    expect(errorOf("contract", await send({ method: "GET", path: "/v2/nothing" }))).toMatchObject({ code: 404 });
    expect(errorOf("product", await send({ method: "GET", path: "/v2/geo/nothing/1" }))).toMatchObject({ code: 404 });
    expect(errorOf("product", await send({ method: "OPTIONS", path: "/v2/geo/nothing/FR/1" }))).toMatchObject({ code: 404 });
  });
});

describe("a method that an endpoint does not know answers 405 with what it allows", () => {
  test.each<[string, string, string, Side]>([
    ["PUT", "/v2/contracts", "GET, HEAD, OPTIONS, POST", "contract"],
    ["PATCH", "/v2/contracts", "GET, HEAD, OPTIONS, POST", "contract"],
    ["POST", "/v2/contracts/a", "DELETE, GET, HEAD, OPTIONS, PATCH", "contract"],
    ["GET", "/v2/contracts/a/products", "DELETE, OPTIONS, POST", "contract"],
    ["PATCH", "/v2/products", "GET, HEAD, OPTIONS, POST", "product"],
    ["POST", "/v2/products/a", "DELETE, GET, HEAD, OPTIONS, PATCH", "product"],
    ["DELETE", "/v2/renters", "GET, HEAD, OPTIONS, POST", "product"],
    ["PUT", "/v2/renters/a", "GET, HEAD, OPTIONS", "product"],
    ["POST", "/v2/geo/getCitiesByZipCode/75002", "GET, HEAD, OPTIONS", "product"],
    ["POST", "/v2/geo/getCitiesByZipcode/75002", "GET, HEAD, OPTIONS", "product"],
  ])("%s %s", async (method, path, allow, side) => {
    const answer = await refused(side, { method, path });
    expect(answer).toMatchObject({ status: 405, code: 405 });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("OPTIONS says what is allowed", async () => {
    const { status, headers, text } = await send({ method: "OPTIONS", path: "/v2/contracts/a" });
    expect({ status, text, allow: headers.get("allow") }).toEqual({ status: 204, text: "", allow: "DELETE, GET, HEAD, OPTIONS, PATCH" });
    expect(headers.get("x-execution-id")).toMatch(/^exec_/);
  });
});

describe("an identifier that is spelt like a part of another path is one that does not exist", () => {
  test.each([
    ["GET", "/v2/contracts/action", 1051],
    ["POST", "/v2/contracts/action/products", 1051],
    ["POST", "/v2/contracts/action/automaticRenewal", 1051],
    ["GET", "/v2/contracts/action/automaticRenewal/current", 1051],
    ["GET", "/v2/contracts/action/automaticRenewals", 1051],
    ["PATCH", "/v2/contracts/action/automaticRenewal/current", 1051],
  ])("%s %s", async (method, path, code) => {
    expect(await refused("contract", { method, path })).toMatchObject({ status: 400, code });
  });
});

test("HEAD answers like GET, without the body", async () => {
  for (const path of ["/v2/contracts/a", "/v2/nothing"]) {
    const [get, head] = await Promise.all([
      send({ method: "GET", path, headers: { key } }),
      send({ method: "HEAD", path, headers: { key } }),
    ]);
    expect(head.status).toBe(get.status);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expect(head.headers.get("x-execution-id")).toMatch(/^exec_/);
    expect(head.text).toBe("");
  }
});

test("a slash at the end of a path changes nothing", async () => {
  expect(await refused("contract", { method: "GET", path: "/v2/contracts/a/" })).toMatchObject({ code: 1051 });
  expect(await refused("contract", { method: "GET", path: "/v2/contracts/?skip=a" })).toMatchObject({ status: 400, code: 400 });
});

test("no answer may be kept by a cache between us and the partner", async () => {
  const { headers } = await send({ method: "GET", path: "/v2/contracts/a", headers: { key } });
  expect(headers.get("cache-control")).toBe("no-store");
});

describe("a body that cannot be read", () => {
  test.each([
    ["is not JSON", "{", 400],
    ["is two values", "{}{}", 400],
    ["has a comment", "{/* */}", 400],
    ["is not UTF-8", Uint8Array.of(0x22, 0xff, 0xfe, 0x22), 400],
    ["ends inside a character", Uint8Array.of(0x22, 0xc3), 400],
    ["contains a NUL", String.raw`{"uid": "a\u0000b"}`, 400],
    ["contains a NUL in a name", String.raw`{"uid": "a", "a\u0000b": 1}`, 400],
    ["contains half a character", String.raw`{"uid": "\ud800"}`, 400],
    ["contains half a character deep inside", String.raw`{"products": [{"data": {"user_name": "\udc00 x"}}]}`, 400],
    ["is nested forty deep", `${"[".repeat(40)}${"]".repeat(40)}`, 400],
    ["is nested a hundred thousand deep", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, 400],
    ["is nested a hundred thousand deep in objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, 400],
    ["is one byte over a mebibyte", `"${"a".repeat(mebibyte - 1)}"`, 413],
  ])("because it %s is refused", async (_name, body, status) => {
    const { message, ...answer } = await create(body);
    expect(answer).toMatchObject({ status, code: status });
    expect(message).toMatch(/body|character/);
  });

  test.each([
    ["null", "null", "the body must be a JSON object"],
    ["a text", '"contract"', "the body must be a JSON object"],
    ["a list", "[]", "the body must be a JSON object"],
    ["a number", "1e400", "the body must be a JSON object"],
  ])("%s is no contract", async (_name, body, message) => {
    expect(await create(body)).toMatchObject({ status: 400, code: 400, message });
  });

  test.each([
    ["no body", undefined],
    ["an empty body", ""],
    ["blanks", " \n"],
  ])("%s asks for nothing: the first field that is missing answers", async (_name, body) => {
    expect(await create(body)).toMatchObject({ status: 400, code: 1012 });
  });

  test("a mebibyte exactly is read", async () => {
    expect(await create(`{"uid":"${"a".repeat(mebibyte - 10)}"}`)).toMatchObject({ status: 400, code: 1012 });
  });
});

describe("a body's content type", () => {
  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/jsonp",
    "text/json+x",
    "application/xml",
    "json",
  ])("%s is refused", async (type) => {
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

  test("is refused over the limit", async () => {
    expect(await create([Buffer.from('{"uid": "'), ...pieces(17), Buffer.from('"}')])).toMatchObject({ status: 413, code: 413 });
  });

  test("and without an end is cut off", async () => {
    // A sender that does not come to look at the answer for half a second finds the connection closed, and asks again.
    const sent = await vi.waitFor(
      async () => {
        const sending = { bytes: 0 };
        expect(await create(pieces(Infinity, sending))).toMatchObject({ status: 413, code: 413 });
        return sending;
      },
      { timeout: 30_000 },
    );
    // The limit, and what lies in the buffers of the two ends when the answer comes.
    expect(sent.bytes).toBeLessThan(64 * mebibyte);
  });

  test("nor can a content-length that is announced make us wait for it", async () => {
    expect(await create([], { ...json, "content-length": String(10 * mebibyte) })).toMatchObject({ status: 413, code: 413 });
  });
});

describe("a hostile path or query", () => {
  test.each([
    ["a NUL", "/v2/contracts/%00", 400],
    ["a NUL inside", "/v2/contracts/a%00b", 400],
    ["an SQL fragment", "/v2/contracts/'%20or%20''='", 400],
    ["an identifier of 8,000 characters", `/v2/contracts/${randomBytes(4000).toString("hex")}`, 400],
    ["a NUL in the query", "/v2/contracts?uid=%00", 400],
    ["a byte that is no character in the query", "/v2/contracts?uid=%ff", 401],
    ["a broken escape in the query", "/v2/contracts?uid=%zz", 401],
    ["a query of 8,000 characters", `/v2/contracts?uid=${"a".repeat(8000)}`, 401],
    ["a query of a thousand names", `/v2/contracts?${Array.from({ length: 1000 }, (_, index) => `a${index}=`).join("&")}`, 400],
    ["a name that every object has", "/v2/contracts?__proto__=1&constructor=2&uid=", 400],
  ])("with %s is refused in the envelope", async (_name, path, status) => {
    expect(await refused("contract", { method: "GET", path })).toMatchObject({ status });
  });

  test.each([
    ["a byte that is no character", "/v2/contracts/%ff"],
    ["half a character", "/v2/contracts/%ed%a0%80"],
    ["a broken escape", "/v2/contracts/%zz"],
    ["an escape that is cut short", "/v2/contracts/%"],
  ])("that cannot be decoded, with %s, is refused", async (_name, path) => {
    const answer = await send({ method: "GET", path, headers: { key } });
    // Next answers such paths itself, before any code of ours is asked.
    if (inject("door") === "next") expect(answer.text).toMatch(/^(Bad Request|Internal Server Error)$/);
    else expect(errorOf("contract", answer)).toMatchObject({ code: 404 });
  });

  test.each<[string, Side, string, Record<string, string>]>([
    ["a backslash in the path", "product", "/v2/products/a\\b", {}],
    ["a backslash after the side", "product", "/v2/geo\\..", {}],
    ["a host that is none", "contract", "/v2/contracts/a", { host: "a b" }],
  ])("with %s is no address, and refused in the envelope", async (_name, side, path, headers) => {
    const answer = await send({ method: "GET", path, headers: { key, ...headers } });
    // Next sends a backslash on to the slash that browsers take it for, and looks at no host.
    if (inject("door") === "next") expect([308, 400]).toContain(answer.status);
    else expect([answer.status, errorOf(side, answer).code]).toEqual([400, 400]);
  });

  test.each(["/v2/geo/getCitiesByZipCode/%00", "/v2/geo/getCitiesSuggestions/FR/%00", "/v2/renters/%00", "/v2/products/%00"])(
    "%s is refused in the envelope",
    async (path) => {
      expect(await refused("product", { method: "GET", path })).toMatchObject({ status: 400, code: 400 });
    },
  );

  test("longer than any header may be ends at the door, and the next request is answered", async () => {
    const { status } = await send({ method: "GET", path: `/v2/contracts?uid=${"a".repeat(100_000)}`, headers: { key } });
    expect(status).toBe(431);
    expect(await refused("contract", { method: "GET", path: "/v2/contracts/a" })).toMatchObject({ code: 1051 });
  });
});

test.each([
  ["skip=-1", "skip"],
  ["skip=1.5", "skip"],
  ["skip=a", "skip"],
  ["skip=", "skip"],
  ["limit=-1", "limit"],
  ["limit=NaN", "limit"],
  ["limit=0x10", "limit"],
  ["test=maybe", "test"],
  ["limit=1&limit=2", "limit"],
  ["uid=b", "uid"],
])("the query %s is a 400 that names the field", async (query, field) => {
  const { message, ...answer } = await refused("contract", { method: "GET", path: `/v2/contracts?uid=a&${query}` });
  expect(answer).toMatchObject({ status: 400, code: 400 });
  expect(message).toContain(field);
});
