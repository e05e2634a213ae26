import { describe, expect, test } from "vitest";
import { serveReactions } from "#clients/tests/typescript/api.fixture.ts";
import type { Reaction } from "#clients/tests/typescript/api.fixture.ts";
import { Covergate } from "#clients/typescript/src/client.ts";
import { CovergateError } from "#clients/typescript/src/error.ts";

const contract = { status: 200, body: { status: "success", execution_id: "exec_1", contract: { cid: "1" } } };
const body = { uid: "renter-lyon", contract_type: "LCD", end_date: "2027-01-03T00:00:00Z", options: ["break"], products: [] } as never;
const soon = { "retry-after": "0" };
const inProgress = {
  status: 409,
  body: { status: "error", error: { code: 409, message: "the first call is in progress" } },
  headers: soon,
};

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error as CovergateError,
  );

describe("a write is retried under the same key", () => {
  test.each<[string, Reaction]>([
    ["after a connection that broke", "drop"],
    ["after a failure of the API", { status: 503, body: { status: "error" }, headers: soon }],
    ["after a proxy's error page", { status: 502, text: "<h1>Bad gateway</h1>" }],
    [
      "after too many requests",
      { status: 429, body: { error: { code: 99888, message: "more than 600 requests in a minute" } }, headers: soon },
    ],
    ["while its first attempt is in progress", inProgress],
  ])("%s", async (_what, reaction) => {
    const { covergate, received } = await serveReactions([reaction, contract]);
    expect(await covergate.contracts.create(body)).toEqual({ cid: "1" });
    expect(received.map(({ method }) => method)).toEqual(["POST", "POST"]);
    const [first, second] = received.map(({ headers }) => headers["idempotency-key"]);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(second).toBe(first);
    expect(received[1]?.body).toEqual(received[0]?.body);
  });
});

test("each write has its own key or the given one, and a read has none", async () => {
  const { covergate, received } = await serveReactions([contract]);
  await covergate.contracts.create(body);
  await covergate.contracts.create(body);
  await covergate.contracts.create(body, { idempotencyKey: "mine" });
  await covergate.contracts.get("1");
  const keys = received.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(4);
  expect(keys.slice(2)).toEqual(["mine", undefined]);
});

describe("a call is not retried", () => {
  test.each<[string, Reaction]>([
    ["that was refused", { status: 400, body: { error: { code: 1012, message: "uid is missing" } } }],
    [
      "over a limit that waiting does not lift",
      { status: 429, body: { error: { code: 99888, message: "the limit of 5 open contracts is reached" } } },
    ],
    [
      "that is to wait for longer than a minute",
      { status: 429, body: { error: { code: 99888, message: "more than 600 requests in a minute" } }, headers: { "retry-after": "61" } },
    ],
    ["that was redirected", { status: 302, body: {}, headers: { location: "https://elsewhere.example/" } }],
  ])("%s", async (_what, reaction) => {
    const { covergate, received } = await serveReactions([reaction, contract]);
    await expect(covergate.contracts.create(body)).rejects.toThrow(CovergateError);
    expect(received).toHaveLength(1);
  });
});

test("a call is retried as often as configured, and then fails like its last attempt", async () => {
  const { covergate, received } = await serveReactions([{ status: 500, body: {}, headers: soon }], { maxRetries: 2 });
  expect(await failureOf(covergate.contracts.get("1"))).toMatchObject({ status: 500, executionId: "exec_1" });
  expect(received).toHaveLength(3);
});

test("a server that does not respond is abandoned after the time-out, and the call is retried", async () => {
  const { covergate, received } = await serveReactions(["silence", contract], { timeoutMs: 200 });
  expect(await covergate.contracts.get("1")).toEqual({ cid: "1" });
  expect(received).toHaveLength(2);
  const silent = await serveReactions(["silence"], { timeoutMs: 50, maxRetries: 0 });
  expect(await failureOf(silent.covergate.contracts.get("1"))).toMatchObject({ name: "TIMED_OUT", status: 0 });
});

test("a signal ends a call, even while it waits for its next attempt", async () => {
  const { covergate, received } = await serveReactions([{ status: 503, body: {}, headers: { "retry-after": "60" } }]);
  const giveUp = new AbortController();
  const call = failureOf(covergate.contracts.get("1", { signal: giveUp.signal }));
  await expect.poll(() => received.length).toBe(1);
  giveUp.abort(new Error("no longer needed"));
  const reason = expect.objectContaining({ message: "no longer needed" }) as unknown;
  expect(await call).toMatchObject({ name: "ABORTED", message: "no longer needed", cause: reason });
});

test.each(["api.covergate.example", "localhost:3000"])("an address without its scheme, %s, is named in the error", async (baseUrl) => {
  const covergate = new Covergate({ apiKey: "cg_test", baseUrl, maxRetries: 0 });
  expect(await failureOf(covergate.contracts.get("1"))).toMatchObject({
    name: "CONNECTION_FAILED",
    message: `no response from ${baseUrl}/v2/contracts/1`,
  });
});

test("an address and a key from a file may end in a blank", async () => {
  const sent: [string, string | null][] = [];
  const own: typeof fetch = (url, init) => {
    sent.push([typeof url === "string" ? url : "", new Headers(init?.headers).get("key")]);
    return Promise.resolve(Response.json({ contract: { cid: "1" } }));
  };
  const covergate = new Covergate({ apiKey: "cg_test\n", baseUrl: " https://api.covergate.example/v2/ \n", fetch: own });
  expect(await covergate.contracts.get("1")).toEqual({ cid: "1" });
  expect(sent).toEqual([["https://api.covergate.example/v2/contracts/1", "cg_test"]]);
});

test("a write that fails tells the key under which it was sent, a read has none", async () => {
  const { covergate, received } = await serveReactions(["drop"], { maxRetries: 1 });
  const { idempotencyKey } = await failureOf(covergate.contracts.create(body));
  expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual([idempotencyKey, idempotencyKey]);
  expect(await failureOf(covergate.contracts.create(body, { idempotencyKey: "mine" }))).toMatchObject({ idempotencyKey: "mine" });
  expect(await failureOf(covergate.contracts.get("1"))).toMatchObject({ idempotencyKey: undefined, cause: expect.any(Error) as unknown });
});

test("a broken connection is no response: status and code are 0", async () => {
  const { covergate } = await serveReactions(["drop"], { maxRetries: 0 });
  expect(await failureOf(covergate.contracts.get("1"))).toMatchObject({ name: "CONNECTION_FAILED", status: 0, code: 0 });
});
