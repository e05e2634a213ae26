import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { endProgram } from "#db/embedded/supervise.ts";
import { makePartner } from "#e2e/api/world.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { makeSessionCookie, makeUser } from "#lib/account/users/users.fixture.ts";
import { bodyLimit, unknownSenderLimit } from "#lib/api/parse.ts";

const flooder = "127.0.0.2";
const partnerAddress = "127.0.0.1";
const limits = { ANONYMOUS_CONNECTIONS: "80", ANONYMOUS_REQUESTS: "20", ANONYMOUS_BODIES: "4", ANONYMOUS_PAGES_PER_MINUTE: "100" };

let server: ServerUnderTest;
let key = "";
let cookie = "";
beforeAll(async () => {
  const [databaseUrl, dataDirectory, door] = [inject("databaseUrl"), inject("dataDirectory"), inject("door")];
  server = await startServer({ databaseUrl, dataDirectory, door }, limits);
  const partner = await makePartner();
  key = partner.development.key;
  cookie = await makeSessionCookie(await makeUser({ role: "owner", partnerId: partner.id }));
  // The first answer of each kind takes longer.
  for (const use of Object.values(uses)) await use(partnerAddress);
});
afterAll(() => endProgram(server.program));

interface Call {
  path: string;
  from: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  type: string | undefined;
  text: string;
}

function call({ path, from, method = "GET", headers = {}, body }: Call): Promise<Answer> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, localAddress: from, agent: false }, (incoming) => {
      const { statusCode = 0, headers: answered } = incoming;
      const { "retry-after": retryAfter, "content-type": type } = answered;
      text(incoming).then((received) => resolve({ status: statusCode, retryAfter, type, text: received }), reject);
    });
    sent.on("error", reject).end(body);
  });
}

/** A connection from an address on which this has been sent. */
async function say(from: string, ...pieces: (string | Buffer)[]): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port), localAddress: from });
  socket.on("error", () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  for (const piece of pieces) socket.write(piece);
  return socket;
}

const json = { "content-type": "application/json" };
/** Larger than what any other body leaves of a common limit. */
const filling = "a".repeat(4000);

/** The uses of a partner's people and systems; each returns the status. */
const uses = {
  "a call of the API": (from: string) => call({ path: "/v2/renters", from, headers: { key } }),
  "a sign-in": (from: string) =>
    call({ path: "/api/auth/callback/credentials", from, method: "POST", headers: json, body: JSON.stringify({ filling }) }),
  "a change in the portal": (from: string) =>
    call({
      path: "/api/portal/trpc/account.noSuchProcedure",
      from,
      method: "POST",
      headers: { ...json, origin: server.url, cookie },
      body: JSON.stringify({ json: { filling } }),
    }),
  "a message of an assistant": (from: string) =>
    call({
      path: "/mcp",
      from,
      method: "POST",
      headers: { ...json, accept: "application/json, text/event-stream", key },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { filling } }),
    }),
  "a page of the portal": (from: string) => call({ path: "/development/calls", from, headers: { cookie } }),
} satisfies Record<string, (from: string) => Promise<Answer>>;

const authenticated = Object.keys(uses).filter((name) => name !== "a sign-in") as (keyof typeof uses)[];

async function expectServed(names: readonly (keyof typeof uses)[], from: string): Promise<void> {
  for (const name of names) {
    const { status } = await uses[name](from);
    expect([name, status], name).toEqual([name, usual[name]]);
  }
}

/** The status of each use in quiet times. */
const usual: Record<keyof typeof uses, number> = {
  "a call of the API": 200,
  "a sign-in": 302,
  "a change in the portal": 404,
  "a message of an assistant": 200,
  "a page of the portal": 200,
};

/** Sends 1 MiB but for its last byte. */
async function floodBodies(line: string, connections = 65): Promise<void> {
  // A longer body at a procedure is refused by its declared length, and nothing of it is waited for.
  const length = line.startsWith("POST") ? unknownSenderLimit : bodyLimit;
  const head = `${line} HTTP/1.1\r\nHost: covergate\r\nContent-Type: application/json\r\nOrigin: ${server.url}\r\nContent-Length: ${length}\r\n\r\n`;
  const rest = Buffer.alloc(length - 1, "a");
  await Promise.all(Array.from({ length: connections }, () => say(flooder, head, rest)));
}

describe.each([partnerAddress, flooder])("while %s works", (from) => {
  const names = from === flooder ? authenticated : (Object.keys(uses) as (keyof typeof uses)[]);

  test.each(["GET /", "GET /sign-in", "POST /api/auth/callback/credentials", "POST /api/portal/trpc/signIn.leave"])(
    `65 anonymous bodies at %s from ${flooder} that never end stop none of it`,
    async (line) => {
      await floodBodies(line);
      await expectServed(names, from);
    },
  );

  test(`a flood of documentation pages from ${flooder} stops none of it`, async () => {
    let isOver = false;
    const flood = Array.from({ length: 30 }, async () => {
      const statuses = new Set<number>();
      while (!isOver) statuses.add((await call({ path: "/docs/reference/contracts", from: flooder })).status);
      return statuses;
    });
    try {
      for (let times = 0; times < 3; times += 1) await expectServed(names, from);
    } finally {
      isOver = true;
    }
    const statuses = new Set((await Promise.all(flood)).flatMap((all) => [...all]));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });
});

test("above a limit the API, pages and procedures answer 429 and say when to try again", async () => {
  await floodBodies("POST /api/auth/callback/credentials", 4);
  const body = "a";
  const answers = {
    api: await call({ path: "/v2/products", from: flooder, method: "POST", headers: json, body }),
    assistant: await call({ path: "/mcp", from: flooder, method: "POST", headers: json, body }),
    procedure: await call({ path: "/api/portal/trpc/signIn.leave", from: flooder, method: "POST", headers: json, body }),
  };
  for (const [name, { status, retryAfter }] of Object.entries(answers)) expect([name, status, retryAfter]).toEqual([name, 429, "1"]);
  expect(JSON.parse(answers.api.text)).toMatchObject({ status: "error", type: "too_many_requests", code: 99_888 });
  expect(JSON.parse(answers.assistant.text)).toMatchObject({ status: "error", error: { code: 99_888 } });
  expect(JSON.parse(answers.procedure.text)).toMatchObject({ error: { key: "tooManyRequests" } });
});

test("above the limit of a minute a page says so in the language of the reader, and when to try again", async () => {
  const open = () => call({ path: "/sign-in", from: "127.0.0.3", headers: { "accept-language": "fr" } });
  const statuses = await Promise.all(Array.from({ length: Number(limits.ANONYMOUS_REQUESTS) }, async () => (await open()).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  let answer = await open();
  for (let times = 0; times < 100 && answer.status === 200; times += 1) answer = await open();
  expect(answer).toMatchObject({
    status: 429,
    type: "text/html; charset=utf-8",
    text: expect.stringContaining("Trop de requêtes") as string,
  });
  expect(Number(answer.retryAfter)).toBeGreaterThan(0);
  expect(Number(answer.retryAfter)).toBeLessThanOrEqual(60);
  expect((await call({ path: "/development/calls", from: "127.0.0.3", headers: { cookie } })).status).toBe(200);
});

test("a session cookie that nobody has signed in with does not lift a limit", async () => {
  await floodBodies("POST /api/auth/callback/credentials", 4);
  const forged = cookie.replace(/=.*/, "=forged");
  const headers = { ...json, cookie: forged, key: "cg_dev_forged" };
  expect((await call({ path: "/api/portal/trpc/signIn.leave", from: flooder, method: "POST", headers, body: "{}" })).status).toBe(429);
});

test("a body at a page is not waited for", async () => {
  const socket = await say(partnerAddress, `GET /sign-in HTTP/1.1\r\nHost: covergate\r\nContent-Length: ${bodyLimit}\r\n\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
});

test("connections of an address above the limit are closed, oldest first, but for those of verified callers", async () => {
  const kept = await say(flooder, `GET /v2/renters HTTP/1.1\r\nHost: covergate\r\nkey: ${key}\r\n\r\n`);
  await once(kept, "data");
  const idle = await Promise.all(Array.from({ length: 100 }, () => say(flooder)));
  await waitFor(() => expect(idle.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length).toBeGreaterThanOrEqual(20));
  expect(kept.destroyed).toBe(false);
  kept.write(`GET /v2/renters HTTP/1.1\r\nHost: covergate\r\nkey: ${key}\r\n\r\n`);
  const [answer] = (await once(kept, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
});
