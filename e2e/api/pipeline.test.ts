import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { send } from "#e2e/api/raw.ts";
import { errorOf, refused } from "#e2e/api/refused.ts";
import { makePartner } from "#e2e/api/world.ts";
import type { Side } from "#lib/platform/wire/endpoint.ts";

let key = "";
beforeAll(async () => {
  key = (await makePartner()).development.key;
});

// rules/errors.md#answers-1
describe("an unknown path answers 404 in the envelope of its side", () => {
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
      expect(await refused(key, side, { method, path }), method).toMatchObject({ status: 404, code: 404 });
    }
  });

  test("an unknown path is answered without a key too, since nothing is protected", async () => {
    expect(errorOf("contract", await send({ method: "GET", path: "/v2/nothing" }))).toMatchObject({ code: 404 });
    expect(errorOf("product", await send({ method: "GET", path: "/v2/geo/nothing/1" }))).toMatchObject({ code: 404 });
    expect(errorOf("product", await send({ method: "OPTIONS", path: "/v2/geo/nothing/FR/1" }))).toMatchObject({ code: 404 });
  });
});

// rules/errors.md#answers-6
describe("an unknown method answers 405 with the allowed methods", () => {
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
    const answer = await refused(key, side, { method, path });
    expect(answer).toMatchObject({ status: 405, code: 405 });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  test("OPTIONS returns the allowed methods", async () => {
    const { status, headers, text } = await send({ method: "OPTIONS", path: "/v2/contracts/a" });
    expect({ status, text, allow: headers.get("allow") }).toEqual({ status: 204, text: "", allow: "DELETE, GET, HEAD, OPTIONS, PATCH" });
    expect(headers.get("x-execution-id")).toMatch(/^exec_/);
  });
});

describe("an identifier that looks like a part of another path does not exist", () => {
  test.each([
    ["GET", "/v2/contracts/action", 1051],
    ["POST", "/v2/contracts/action/products", 1051],
    ["POST", "/v2/contracts/action/automaticRenewal", 1051],
    ["GET", "/v2/contracts/action/automaticRenewal/current", 1051],
    ["GET", "/v2/contracts/action/automaticRenewals", 1051],
    ["PATCH", "/v2/contracts/action/automaticRenewal/current", 1051],
  ])("%s %s", async (method, path, code) => {
    expect(await refused(key, "contract", { method, path })).toMatchObject({ status: 400, code });
  });
});

test("HEAD answers like GET without the body", async () => {
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

test("a trailing slash makes no difference", async () => {
  expect(await refused(key, "contract", { method: "GET", path: "/v2/contracts/a/" })).toMatchObject({ code: 1051 });
  expect(await refused(key, "contract", { method: "GET", path: "/v2/contracts/?skip=a" })).toMatchObject({ status: 400, code: 400 });
});

test("no answer may be stored by a shared cache", async () => {
  const { headers } = await send({ method: "GET", path: "/v2/contracts/a", headers: { key } });
  expect(headers.get("cache-control")).toBe("no-store");
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
    expect(await refused(key, "contract", { method: "GET", path })).toMatchObject({ status });
  });

  test.each([
    ["a byte that is no character", "/v2/contracts/%ff"],
    ["half a character", "/v2/contracts/%ed%a0%80"],
    ["a broken escape", "/v2/contracts/%zz"],
    ["an escape that is cut short", "/v2/contracts/%"],
  ])("with %s, which cannot be decoded, is refused", async (_name, path) => {
    const answer = await send({ method: "GET", path, headers: { key } });
    // Next answers such paths itself, before any code of ours is asked.
    if (inject("door") === "next") expect(answer.text).toMatch(/^(Bad Request|Internal Server Error)$/);
    else expect(errorOf("contract", answer)).toMatchObject({ code: 404 });
  });

  test.each<[string, Side, string, Record<string, string>]>([
    ["a backslash in the path", "product", "/v2/products/a\\b", {}],
    ["a backslash after the side", "product", "/v2/geo\\..", {}],
    ["a host that is none", "contract", "/v2/contracts/a", { host: "a b" }],
  ])("with %s is refused as invalid, in the envelope", async (_name, side, path, headers) => {
    const answer = await send({ method: "GET", path, headers: { key, ...headers } });
    // Next sends a backslash on to the slash that browsers take it for, and looks at no host.
    if (inject("door") === "next") expect([308, 400]).toContain(answer.status);
    else expect([answer.status, errorOf(side, answer).code]).toEqual([400, 400]);
  });

  test.each(["/v2/geo/getCitiesByZipCode/%00", "/v2/geo/getCitiesSuggestions/FR/%00", "/v2/renters/%00", "/v2/products/%00"])(
    "%s is refused in the envelope",
    async (path) => {
      expect(await refused(key, "product", { method: "GET", path })).toMatchObject({ status: 400, code: 400 });
    },
  );

  test("longer than the header limit ends the connection, and the next request is answered", async () => {
    const answer = await send({ method: "GET", path: `/v2/contracts?uid=${"a".repeat(100_000)}`, headers: { key } });
    expect(answer.status).toBe(431);
    if (inject("door") === "server") expect(errorOf("contract", answer)).toMatchObject({ code: 431 });
    expect(await refused(key, "contract", { method: "GET", path: "/v2/contracts/a" })).toMatchObject({ code: 1051 });
  });
});

// rules/errors.md#requests-1, #requests-6
test.each([
  ["skip=-1", "skip"],
  ["test=maybe", "test"],
  ["limit=1&limit=2", "limit"],
  ["uid=b", "uid"],
])("the query %s answers 400 with the name of the field", async (query, field) => {
  const { message, ...answer } = await refused(key, "contract", { method: "GET", path: `/v2/contracts?uid=a&${query}` });
  expect(answer).toMatchObject({ status: 400, code: 400 });
  expect(message).toContain(field);
});
