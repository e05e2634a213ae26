import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { endProgram } from "#db/embedded/supervise.ts";
import { makePartner } from "#e2e/api/world.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

/** A server of these tests alone, which soon loses patience. */
let server: ServerUnderTest;
let key = "";
beforeAll(async () => {
  const [databaseUrl, dataDirectory, door] = [inject("databaseUrl"), inject("dataDirectory"), inject("door")];
  server = await startServer({ databaseUrl, dataDirectory, door }, { CALLER_TIMEOUT_SECONDS: "1", REQUEST_DEADLINE_SECONDS: "5" });
  key = (await makePartner()).development.key;
});
afterAll(() => endProgram(server.program));

/** One of each kind of route, at every door. */
const routes = {
  "an endpoint": "POST /v2/contracts",
  "an upload": "PUT /v2/claims/claim_1/documents",
  "an endpoint that there is not": "POST /v2/nothing",
  "a signed link": "POST /files/doc_1",
  "a health check": "POST /healthz",
  "a procedure of the portal": "POST /api/portal/trpc/account.changePassword",
  "one that needs no session": "POST /api/portal/trpc/signIn.choosePassword",
  "one that there is not": "POST /api/portal/trpc/nothing",
  "the sign-in": "POST /api/auth/callback/credentials",
  "the beginning of a sign-in": "POST /api/auth/signin/credentials",
  "the sign-out": "POST /api/auth/signout",
  "the call of a job": "POST /api/inngest",
  "a page": "GET /sign-in",
  "a page that takes none": "POST /sign-in",
  "a static file": "GET /icon.svg",
};

const chunked = "Transfer-Encoding: chunked";
const blank = " ".repeat(0x10000);
const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;

interface Body {
  header: string;
  pieces: () => Iterable<string>;
  everyMs?: number;
}

/** Headers and pieces of bodies over the limit. */
const floods = {
  "over the limit, in chunks": { header: `${chunked}\r\nConnection: close`, pieces: () => [chunk.repeat(17), "0\r\n\r\n"] },
  "without an end": { header: chunked, pieces: forever(chunk) },
} satisfies Record<string, Body>;

/** Those of bodies that nobody should wait for. */
const silences = {
  "over the limit by its length, of which nothing comes": { header: "Content-Length: 1073741824", pieces: () => [] },
  "of which nothing comes": { header: "Content-Length: 1000", pieces: () => [] },
  "that stops half way": { header: "Content-Length: 1000", pieces: () => ["a".repeat(500)] },
  "that comes byte by byte": { header: "Content-Length: 100000", pieces: forever("a"), everyMs: 100 },
} satisfies Record<string, Body>;

function forever(piece: string) {
  return function* () {
    for (;;) yield piece;
  };
}

/** Sends a request; returns the status of its answer, if one came, when the connection is at its end or the request is over. */
async function exchange(line: string, { header, pieces, everyMs = 0 }: Body): Promise<number> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (bytes) => (received += bytes.toString("latin1"))).on("error", () => socket.destroy());
  const headers = [`key: ${key}`, "Content-Type: application/json", `Origin: ${server.url}`, header].join("\r\n");
  socket.write(`${line} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${headers}\r\n\r\n`);
  for (const piece of pieces()) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) await drained(socket);
    if (everyMs > 0) await pause(everyMs);
  }
  if (!socket.closed) await once(socket, "close");
  return Number(/^HTTP\/1\.1 (\d+) /.exec(received)?.[1] ?? 0);
}

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of ["drain", "close"]) socket.off(event, done);
      resolve();
    };
    for (const event of ["drain", "close"]) socket.on(event, done);
  });
}

/** Sends the body to every route. */
async function expectNoWait(_name: string, body: Body): Promise<void> {
  const waiting = new Set(Object.keys(routes));
  const statuses = Promise.all(
    Object.entries(routes).map(async ([kind, line]) => {
      const status = await exchange(line, body);
      waiting.delete(kind);
      return [kind, status] as const;
    }),
  );
  await waitFor(() => expect([...waiting]).toEqual([]));
  expect((await statuses).filter(([, status]) => status >= 500)).toEqual([]);
}

test.each(Object.entries(floods))("no route waits for a body %s", expectNoWait);
// These only pass the time.
test.concurrent.each(Object.entries(silences))("no route waits for a body %s", expectNoWait);

test.each([
  { connection: "keep-alive", pieces: 256, everyMs: 0 },
  { connection: "close", pieces: 256, everyMs: 0 },
  { connection: "keep-alive", pieces: 40, everyMs: 50 },
])(
  "who reads only after sending a body over the limit gets the answer (connection: $connection, $everyMs ms between pieces)",
  async ({ connection, pieces, everyMs }) => {
    const { hostname, port } = new URL(server.url);
    const headers = `Host: ${hostname}:${port}\r\nkey: ${key}\r\nOrigin: ${server.url}\r\nContent-Type: application/json`;
    const statuses = Object.entries(routes)
      .filter(([name]) => /endpoint$|sign-in$/.test(name))
      .map(async ([name, line]) => {
        const socket = connect(Number(port), hostname);
        socket.write(`${line} HTTP/1.1\r\n${headers}\r\nConnection: ${connection}\r\nContent-Length: ${pieces * blank.length}\r\n\r\n`);
        for (let sent = 0; sent < pieces; sent += 1) {
          if (!socket.write(blank)) await once(socket, "drain");
          if (everyMs > 0) await pause(everyMs);
        }
        socket.end();
        return [name, /^HTTP\/1\.1 \d+/.exec(await text(socket))?.[0]];
      });
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      "an endpoint": "HTTP/1.1 413",
      "the sign-in": "HTTP/1.1 413",
      "the beginning of a sign-in": "HTTP/1.1 413",
    });
  },
);

test.runIf(process.platform === "linux")(
  "forty bodies over the limit at the sign-in are refused, and their memory is released",
  async () => {
    const flood = () => Promise.all(Array.from({ length: 40 }, () => exchange(routes["the sign-in"], floods["over the limit, in chunks"])));
    expect(new Set(await flood())).toEqual(new Set([413]));
    const before = residentBytes();
    for (let times = 0; times < 5; times += 1) await flood();
    expect(residentBytes() - before).toBeLessThan(100 * 1_048_576);
  },
);

function residentBytes(): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.program.pid}/status`, "utf8"))?.[1]);
}
