import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { endProgram } from "#db/embedded/supervise.ts";
import { makePartner } from "#e2e/api/world.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

/** A server of these tests alone, as it stands behind TLS, with its two outputs. */
let server: ServerUnderTest;
let said = "";

beforeAll(async () => {
  const [databaseUrl, dataDirectory, door] = [inject("databaseUrl"), inject("dataDirectory"), inject("door")];
  const settings = { BASE_URL: "https://covergate.example", LOG_LEVEL: "warn", CALLER_TIMEOUT_SECONDS: "1" };
  server = await startServer({ databaseUrl, dataDirectory, door }, settings, { output: "pipe" });
  for (const stream of [server.program.stdout, server.program.stderr]) stream?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  // Next says something of its own at the first.
  await send(request("GET /sign-in"));
});
afterAll(() => endProgram(server.program));

interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes as they are, and reads until the connection ends. */
async function send(lines: string): Promise<Answer> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1"))).on("error", () => socket.destroy());
  socket.write(Buffer.from(lines, "latin1"));
  await once(socket, "close");
  const [head = "", body = ""] = received.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d+) /.exec(head)?.[1] ?? 0), head: head.toLowerCase(), body };
}

function request(line: string, headers = "", body = ""): string {
  const length = body === "" || headers.includes("chunked") ? "" : `Content-Length: ${body.length}\r\n`;
  return `${line} HTTP/1.1\r\nHost: covergate.example\r\nConnection: close\r\n${headers}${length}\r\n${body}`;
}

const json = "Content-Type: application/json\r\n";
const callback = "POST /api/auth/callback/credentials";
const form = "Content-Type: application/x-www-form-urlencoded\r\n";
/** A little more than a mebibyte in one chunk. */
const chunked = `10cccc\r\n${"a".repeat(0x10cccc)}\r\n0\r\n\r\n`;
const buildId = inject("door") === "server" ? readFileSync(join(import.meta.dirname, "../../.next/BUILD_ID"), "utf8") : "";
const long = "a".repeat(17_000);

/** First line, headers, body, the status; and whether Next's door, of which we own less, answers so too. */
type Case = [name: string, lines: string, status: number, doors?: "both"];

const cases: Case[] = [
  ["the check that the process lives", request("GET /healthz"), 200, "both"],
  ["the check that it is ready", request("GET /readyz"), 200, "both"],
  ["the description of the API", request("GET /v2/openapi.json"), 200, "both"],
  ["a file", request("GET /icon.svg"), 200, "both"],
  ["a redirect", request("GET /docs/reference/renewals"), 308],
  ["an escape that is no character", request("GET /%E0%A4%A"), 400],
  ["a byte that is no character", request("GET /docs/%ff"), 400],
  ["one in a procedure of the portal", request("GET /api/portal/trpc/%ff"), 400],
  ["one at a sign-in route", request("GET /api/auth/%ff"), 400],
  ["one beside a file", request("GET /favicon.ico%ff"), 400],
  ["one in the query of a page", request("GET /sign-in?from=%E0%A4%A"), 200, "both"],
  ["TRACE of a page", request("TRACE /sign-in"), 405],
  ["TRACE of an endpoint", request("TRACE /v2/contracts"), 405],
  ["a method that pages do not have", request("PROPFIND /sign-in"), 405, "both"],
  ["an action that nobody has", request("POST /sign-in", `Next-Action: abc\r\n${json}`, "{"), 405, "both"],
  ["OPTIONS *", request("OPTIONS *"), 400],
  ["CONNECT", request("CONNECT localhost:80"), 405],
  ["a whole address", request("GET http://covergate.example/sign-in"), 200],
  ["a whole address under /v2", request("GET https://covergate.example/v2/products?limit=1"), 401],
  ["a whole address without a path", request("GET http://covergate.example"), 200],
  ["a whole address with only a query", request("GET http://covergate.example?a=b"), 200],
  ["a whole address whose path is not in its normal form", request("GET http://covergate.example/foo/../v2/renters"), 400],
  ["a whole address of Next's optimizer", request("GET http://covergate.example/_next/image?url=/healthz&w=64&q=75"), 404],
  ["a whole address with a user", request("GET http://user@covergate.example/sign-in"), 400],
  ["a whole address without a host", request("GET http:///v2/renters"), 400],
  ...Object.entries({
    "two hosts": "Host: covergate.example\r\nHost: covergate.example\r\n",
    "two different hosts": "Host: covergate.example\r\nhOST: evil.example\r\n",
    "no host": "",
    "an empty host": "Host:\r\n",
    "a host with a path": "Host: covergate.example/v2\r\n",
    "a host with a user": "Host: user@covergate.example\r\n",
    "a host with a space": "Host: covergate example\r\n",
    "a folded host": "Host: covergate\r\n .example\r\n",
    "a folded header": "Host: covergate.example\r\nA: b\r\n c\r\n",
    "a space before a colon": "Host : covergate.example\r\n",
    "two equal lengths": "Host: covergate.example\r\nContent-Length: 1\r\nContent-Length: 1\r\n",
    "two lengths": "Host: covergate.example\r\nContent-Length: 1\r\nContent-Length: 2\r\n",
    "a list of lengths": "Host: covergate.example\r\nContent-Length: 1, 1\r\n",
    "a length with a sign": "Host: covergate.example\r\nContent-Length: +1\r\n",
    "a length with chunks": "Host: covergate.example\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n",
    "chunks that are not the last coding": "Host: covergate.example\r\nTransfer-Encoding: chunked, identity\r\n",
    "two codings": "Host: covergate.example\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
  }).flatMap(([name, headers]): Case[] =>
    ["/v2/renters", "/sign-in", "http://covergate.example/v2/renters"].map((target) => [
      `${name} at ${target}`,
      `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`,
      400,
    ]),
  ),
  ["chunks in HTTP/1.0", "POST /v2/contracts HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400],
  ...[
    `/_next/image?url=/healthz%0A{"level":50,"msg":"FORGED"}&w=64&q=75`,
    "/_next/image?url=/v2/renters&w=64&q=75",
    "/_next/image",
    `/_next/data/${buildId}/v2/renters.json`,
    `/_next/data/${buildId}/healthz.json`,
    "/_next/data/x/claim/y.json",
    "/%5fnext/image?url=/healthz&w=64&q=75",
    "/_next%2fdata/x/v2/renters.json",
    "/_next",
    "/v2.rsc",
    "/healthz.rsc",
    "/v2%2ersc",
    "/healthz.segments/_tree.segment.rsc",
    "/%76%32/renters",
    "/cl%61im/x",
    "/f%69les/x",
    "/h%65althz",
    "/v2%2frenters",
  ].map((path): Case => [`the way ${path} to Next's copies of the API`, request(`GET ${path}`), 404]),
  ["no path", request("GET sign-in"), 400],
  ["a path of another scheme", request("GET ftp://evil.example/"), 400],
  ["a path that is too long", request(`GET /${long}`), 431],
  ["an endpoint's path that is too long", request(`GET /v2/${long}`), 431],
  // Next would resolve these to the API's own paths, and answer by a copy of it that stands behind no door of ours.
  ...[
    "/./v2/renters",
    "/%2e/v2/renters",
    "/%2E/v2/renters?limit=1",
    "/foo/../v2/renters",
    "/foo/.%2e/v2/renters",
    "/sign-in/%2e%2E/v2/renters",
    "/_next/static/../../v2/renters",
    "/v2/./renters",
    "/v2/x/../renters",
    "/v2/renters/..",
    "/./files/doc_x",
    "/./healthz",
    "//v2/renters",
    "/.//v2/renters",
    "/\\v2/renters",
    "/v2\\renters",
  ].map((path): Case => [`the path ${path}, which is not in its normal form`, request(`GET ${path}`), 400]),
  ["a query with what would be another path", request("GET /sign-in?from=/../v2\\renters"), 200],
  ["a static file that there is not", request("GET /_next/static/chunks/none.js"), 404],
  ["a range that there is not", request("GET /icon.svg", "Range: bytes=9-1\r\n"), 200],
  ["an expectation that nobody knows", request("GET /v2/products", "Expect: miracles\r\n"), 401],
  ...["/healthz", "/readyz", "/v2/openapi.json"].map((path): Case => [`${path}, which needs no key`, request(`GET ${path}`), 200, "both"]),
  ["malformed JSON at the sign-in", request(callback, json, "{"), 400, "both"],
  ["JSON that is no object at the sign-in", request(callback, json, "null"), 400, "both"],
  ["malformed JSON at the sign-out", request("POST /api/auth/signout", json, "[1"), 400, "both"],
  ["a body that is no UTF-8 at the sign-in", request(callback, json, '{"a":"\xff"}'), 400, "both"],
  ["a password in an address", request("GET /api/auth/callback/credentials?password=a"), 405, "both"],
  ["the sign-in library's logging route", request("POST /api/auth/_log", json, '{"level":"error","code":"x","message":"x"}'), 404, "both"],
  ["the same with GET", request("GET /api/auth/_log"), 404, "both"],
  ["an action that the library does not have", request("GET /api/auth/nothing"), 404, "both"],
  ["too many parts", request("GET /api/auth/session/a/b"), 404, "both"],
  ["an error that no header takes", request("GET /api/auth/error?error=%ff"), 400, "both"],
  ["cookies that cannot be read", request("GET /api/auth/csrf", "Cookie: __Host-covergate-csrf=%; =; ;a=%E0%A4%A\r\n"), 200, "both"],
  ["a session that is none", request("GET /sign-in", "Cookie: __Host-covergate-session=a.b.c.d.e; NEXT_LOCALE=%ff\r\n"), 200, "both"],
  ["a cookie that leads nowhere", request("GET /api/auth/csrf", "Cookie: __Host-covergate-return=javascript:alert(1)\r\n"), 400, "both"],
  ["a body in chunks over the limit at the sign-in", request(callback, `${json}Transfer-Encoding: chunked\r\n`, chunked), 413, "both"],
  ["the same as a form, at the sign-out", request("POST /api/auth/signout", `${form}Transfer-Encoding: chunked\r\n`, chunked), 413, "both"],
  ["a callbackUrl in a body that is no URL", request(callback, form, "callbackUrl=nonsense"), 400, "both"],
  ["one at the sign-out", request("POST /api/auth/signout", form, "callbackUrl=//%5B"), 400, "both"],
  ["one that is no text", request(callback, json, '{"callbackUrl":7}'), 400, "both"],
  ["one at the beginning of a sign-in", request("POST /api/auth/signin/credentials", json, '{"callbackUrl":"x y"}'), 400, "both"],
  ...[
    "javascript:alert(1)",
    "data:text/html,x",
    "http://[::1",
    "http://",
    "\\\\evil",
    "%0d%0aSet-Cookie:a=b",
    "a".repeat(3000),
    "x&callbackUrl=y",
  ].flatMap((url): Case[] => [
    [`a callbackUrl ${url.slice(0, 30)}`, request(`GET /api/auth/csrf?callbackUrl=${url}`), 400, "both"],
    [`a sign-in that ends at ${url.slice(0, 30)}`, request(`GET /api/auth/signin?callbackUrl=${url}`), 400, "both"],
  ]),
];

describe.each(cases.filter(([, , , doors]) => doors === "both" || inject("door") === "server"))("%s", (_name, lines, status) => {
  test(`gets ${status} from Covergate, with at most one line in the log`, async () => {
    const before = said.length;
    const answer = await send(lines);
    expect(answer.status).toBe(status);
    expect(answer.head).toContain("x-content-type-options: nosniff");
    expect(answer.head).toContain("strict-transport-security: max-age=31536000; includesubdomains");
    if (status >= 400 && /^\S+ \S*\/v2\//.test(lines)) {
      const executionId = /^x-execution-id: (\S+)$/m.exec(answer.head)?.[1];
      expect(answer.body.toLowerCase()).toContain(`"execution_id":"${executionId}"`);
    }
    // The server logs this request before it answers the next one.
    await send(request("GET /healthz"));
    const told = said
      .slice(before)
      .split("\n")
      .filter((line) => line !== "");
    expect(told.length).toBeLessThanOrEqual(1);
    for (const line of told) expect(JSON.parse(line)).toHaveProperty("time");
  });
});

test.runIf(inject("door") === "server")("an absolute target is answered as its path is, for the host that it names", async () => {
  const { key } = (await makePartner()).development;
  const headers = `Host: other.example\r\nkey: ${key}\r\nConnection: close\r\n\r\n`;
  const whole = await send(`GET http://covergate.example:80/v2/renters HTTP/1.1\r\n${headers}`);
  const path = await send(`GET /v2/renters HTTP/1.1\r\n${headers}`);
  expect([whole.status, path.status]).toEqual([200, 200]);
  expect(Object.keys(JSON.parse(whole.body) as object)).toEqual(Object.keys(JSON.parse(path.body) as object));
});

const token = "a".repeat(27);
const forged = '{"level":50,"msg":"FORGED"}';
const hostileTexts = [
  `%0A${forged}%0a`,
  `\x1b[31m${forged}`,
  "%1b%5b31m%9b%c2%9b",
  "\x9b31m\xc2\x9b",
  `/claim/${token}`,
  "cg_live_abcdefghijklmnopqrstuvwxyz",
];

test.runIf(inject("door") === "server")(
  "no text of a caller becomes a line of its own, an escape code or a secret of the log",
  async () => {
    const before = said.length;
    const paths = [
      "/",
      "/docs/",
      "/_next/image?url=/healthz",
      "/sign-in?from=",
      "/v2/",
      "/claim/",
      "/api/portal/trpc/",
      "/api/auth/",
      "/mcp?",
    ];
    for (const text of hostileTexts) {
      // Raw bytes of this kind end the request at the parser.
      for (const path of paths) await send(request(`GET ${path}${text.replaceAll(/[^!-~]|["{}]/g, encodeURIComponent)}`));
      for (const header of [
        "User-Agent",
        "Referer",
        "Next-Action",
        "RSC",
        "Next-Router-State-Tree",
        "X-Forwarded-For",
        "Cookie",
        "Origin",
      ]) {
        const value = text.replaceAll("\x1b", "");
        await send(request("GET /docs", `${header}: ${value}\r\n`));
        await send(request("POST /api/portal/trpc/signIn.leave", `${json}${header}: ${value}\r\n`, JSON.stringify({ json: text })));
      }
    }
    await send(request("GET /healthz"));
    const told = said.slice(before);
    for (const line of told.split("\n").filter((one) => one !== "")) {
      expect(JSON.parse(line)).toMatchObject({ time: expect.any(String) as string, msg: expect.not.stringMatching(/^FORGED$/) as string });
    }
    expect(Array.from(told).filter((character) => /[^\P{Cc}\n]/u.test(character))).toEqual([]);
    expect(told).not.toContain(token);
    expect(told).not.toContain("abcdefghijklmnopqrstuvwxyz");
  },
);

test("cookies of the sign-in are limited to TLS, to this host and to HTTP", async () => {
  const { head } = await send(request("GET /api/auth/csrf"));
  const cookies = head.split("\r\n").filter((line) => line.startsWith("set-cookie: "));
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^set-cookie: __host-covergate-\w+=/);
    const attributes = cookie.split("; ").slice(1);
    expect(attributes).toEqual(expect.arrayContaining(["path=/", "httponly", "secure", "samesite=lax"]));
    expect(attributes.some((attribute) => attribute.startsWith("domain="))).toBe(false);
  }
});

test("a redirect after the sign-in never leaves Covergate", async () => {
  for (const url of ["https://evil.example/x", "//evil.example", "https:evil.example", "/%2F%2Fevil.example"]) {
    const { status, head } = await send(request(`GET /api/auth/signin?callbackUrl=${url}`));
    const location = new URL(/^location: (\S+)$/m.exec(head)?.[1] ?? "", "https://covergate.example");
    expect([status, location.origin], url).toEqual([302, "https://covergate.example"]);
    expect(new URL(location.searchParams.get("callbackurl") ?? "/", location).origin, url).toBe("https://covergate.example");
  }
});

test("a NUL in an e-mail address gets the answer to a wrong password, and is not logged", async () => {
  const csrf = await send(request("GET /api/auth/csrf"));
  const cookies = Array.from(csrf.head.matchAll(/^set-cookie: ([^;]+)/gm), ([, cookie = ""]) => cookie.replace("__host", "__Host"));
  const csrfToken = /"csrfToken":"(\w+)"/.exec(csrf.body)?.[1] ?? "";
  const signIn = async (email: string, type: string, body: (fields: Record<string, string>) => string) => {
    const fields = { csrfToken, email, password: "not the password", json: "true" };
    const { status, body: answered } = await send(request(callback, `${type}Cookie: ${cookies.join("; ")}\r\n`, body(fields)));
    return { status, url: /"url":"([^"]+)"/.exec(answered)?.[1] };
  };
  const asForm = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const wrong = await signIn("nobody@people.example", form, asForm);
  expect(wrong).toEqual({ status: 401, url: expect.stringContaining("error=CredentialsSignin") as string });
  const before = said.length;
  expect(await signIn("nobody\0@people.example", form, asForm)).toEqual(wrong);
  expect(await signIn("nobody\0@people.example", json, JSON.stringify)).toEqual(wrong);
  await send(request("GET /healthz"));
  const lines = said
    .slice(before)
    .split("\n")
    .filter((line) => line !== "");
  // The refusal of the wrong password is logged a moment later, and another test's can reach the number of an hour.
  expect(lines.filter((line) => !line.includes('"security":'))).toEqual([]);
  expect(lines.filter((line) => /\\u0000|\0/.test(line))).toEqual([]);
});

test.runIf(inject("door") === "server")(
  "a connection whose client reads nothing of its answers is closed, and one that reads stays open",
  async () => {
    const { key } = (await makePartner()).development;
    const { port, hostname } = new URL(server.url);
    const [asleep, awake] = [connect(Number(port), hostname), connect(Number(port), hostname)];
    await Promise.all([once(asleep, "connect"), once(awake, "connect")]);
    awake.resume();
    asleep.pause();
    const document = `GET /v2/openapi.json HTTP/1.1\r\nHost: covergate.example\r\nkey: ${key}\r\n\r\n`;
    const before = said.length;
    const ended = once(asleep, "close");
    asleep.on("error", () => undefined);
    // More than the kernels of both sides keep for a reader.
    for (let times = 0; times < 40; times += 1) {
      asleep.write(document);
      awake.write(document);
    }
    await waitFor(() => expect(said.slice(before)).toContain("reader was too slow"));
    asleep.resume();
    await ended;
    await pause(0);
    expect(awake.destroyed).toBe(false);
    awake.destroy();
  },
);
