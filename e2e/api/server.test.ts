import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { sql } from "#db/client.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { makePartner } from "#e2e/api/world.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

/** A server of this test alone, with some settings of its own. */
async function startOwn(settings: Record<string, string> = {}, door: "server" | "latePages" = "server"): Promise<ServerUnderTest> {
  const server = await startServer({ databaseUrl: inject("databaseUrl"), dataDirectory: inject("dataDirectory"), door }, settings);
  onTestFinished(() => endProgram(server.program, "SIGKILL"));
  return server;
}

/** A connection on which this has been said. */
async function say({ url }: Pick<ServerUnderTest, "url">, words: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(words);
  return socket;
}

/** How it has ended. */
async function end({ program }: ServerUnderTest, signal: NodeJS.Signals): Promise<unknown> {
  const ended = once(program, "exit");
  program.kill(signal);
  const [code] = (await ended) as [number | null];
  return code;
}

async function findAddress(executionId: string): Promise<unknown> {
  return waitFor(async () => {
    const [row] = await sql<{ ip: string | null }[]>`select ip from calls where execution_id = ${executionId}`;
    if (row === undefined) throw new Error("the call is not recorded yet");
    return row.ip;
  });
}

async function callFrom({ url }: Pick<ServerUnderTest, "url">, forwardedFor: string): Promise<unknown> {
  const { key } = (await makePartner()).development;
  const response = await fetch(`${url}/v2/products`, { headers: { key, "x-forwarded-for": forwardedFor } });
  return findAddress(response.headers.get("x-execution-id") ?? "");
}

describe("the server", () => {
  test.each([
    ["no HTTP at all", "hello\r\n\r\n", 400],
    ["a method that HTTP does not have", "BREW /v2/contracts HTTP/1.1\r\nHost: covergate\r\n\r\n", 400],
    ["two lengths", "POST /v2/contracts HTTP/1.1\r\nHost: covergate\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    [
      "a length with chunks",
      "POST /v2/contracts HTTP/1.1\r\nHost: covergate\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["a header that is too long", `GET /v2/contracts HTTP/1.1\r\nHost: covergate\r\nA: ${"a".repeat(17_000)}\r\n\r\n`, 431],
  ])("answers %s in the envelope, and closes the connection", async (_name, words, status) => {
    const socket = await say({ url: inject("baseUrl") }, words);
    const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(head.toLowerCase()).toContain("connection: close");
    const [, executionId] = /^x-execution-id: (exec_\w+)$/im.exec(head) ?? [];
    expect(JSON.parse(body)).toMatchObject({ status: "error", execution_id: executionId, error: { code: status } });
  });

  test("answers an unknown protocol upgrade with plain HTTP, and closes the connection when it stops", async () => {
    const server = await startOwn();
    // Next listens for upgrades from the first page on.
    await fetch(`${server.url}/sign-in`);
    for (const path of ["/a/b/c/d", "/v2/products"]) {
      const socket = await say(server, `GET ${path} HTTP/1.1\r\nHost: covergate\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[14] /);
    }
    expect(await end(server, "SIGTERM")).toBe(0);
  });

  test("answers any Host header: missing, invalid, or only similar to a host", async () => {
    const server = { url: inject("baseUrl") };
    const answers = {
      "GET /v2/nothing HTTP/1.0": "404",
      "GET /v2/nothing HTTP/1.1": "400",
      "GET /v2/nothing HTTP/1.1\r\nHost: a b": "400",
      "GET /v2/nothing HTTP/1.1\r\nHost: 256.256.256.256": "404",
    };
    for (const [words, status] of Object.entries(answers)) {
      const answer = await text(await say(server, `${words}\r\nConnection: close\r\n\r\n`));
      expect(answer, words).toMatch(new RegExp(String.raw`^HTTP/1\.1 ${status} [^]*x-execution-id: exec_[^]*"code":${status},`, "i"));
    }
  });

  test("finishes requests when stopped, reports that it is not ready, and closes connections", async () => {
    const server = await startOwn();
    const { key } = (await makePartner()).development;
    const socket = await say(
      server,
      `POST /v2/renters HTTP/1.1\r\nHost: c\r\nkey: ${key}\r\ncontent-type: application/json\r\ncontent-length: 9\r\nexpect: 100-continue\r\n\r\n`,
    );
    const [begun] = (await once(socket, "data")) as [Buffer];
    expect(begun.toString(), "the request is under way before the signal").toMatch(/^HTTP\/1\.1 100 /);
    const ended = end(server, "SIGTERM");
    await waitFor(() => expect(fetch(`${server.url}/healthz`)).rejects.toThrow("fetch failed"));
    socket.write('"unknown"GET /readyz HTTP/1.1\r\nHost: c\r\n\r\n');
    const [underWay, next] = (await text(socket)).split(/(?=HTTP\/1\.1 )/);
    expect(underWay).toMatch(/^HTTP\/1\.1 400 /);
    expect(next).toMatch(/^HTTP\/1\.1 503 [^]*connection: close[^]*stopping/i);
    expect(await ended).toBe(0);
  });

  test('drains at SIGTERM: it is not ready, still answers everything with "connection: close", until Ctrl-C ends the wait', async () => {
    const server = await startOwn({ DRAIN_SECONDS: "300" });
    const { key } = (await makePartner()).development;
    const kept = await say(server, `GET /v2/products HTTP/1.1\r\nHost: c\r\nkey: ${key}\r\n\r\n`);
    const [before] = (await once(kept, "data")) as [Buffer];
    expect(before.toString().toLowerCase()).toContain("connection: keep-alive");
    const ended = once(server.program, "exit");
    server.program.kill("SIGTERM");
    await waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503));
    kept.write(`GET /v2/products HTTP/1.1\r\nHost: c\r\nkey: ${key}\r\n\r\n`);
    expect(await text(kept)).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    for (const path of ["/v2/products", "/v2/nothing", "/healthz", "/sign-in"]) {
      const answer = await fetch(server.url + path, { headers: { key } });
      expect([path, answer.status, answer.headers.get("connection")]).toEqual([path, path === "/v2/nothing" ? 404 : 200, "close"]);
      await answer.arrayBuffer();
    }
    server.program.kill("SIGINT");
    expect((await ended)[0]).toBe(0);
  });

  test("drains for DRAIN_SECONDS and then exits by itself", async () => {
    const server = await startOwn({ DRAIN_SECONDS: "2" });
    const told = performance.now();
    expect(await end(server, "SIGTERM")).toBe(0);
    expect(performance.now() - told).toBeGreaterThanOrEqual(2000);
  });

  test("answers current requests when stopped, even those that run until their deadline", async () => {
    const proxy = await startTcpProxy(Number(new URL(inject("databaseUrl")).port));
    onTestFinished(() => proxy.close());
    const databaseUrl = Object.assign(new URL(inject("databaseUrl")), { port: proxy.port }).href;
    const server = await startServer(
      { databaseUrl, dataDirectory: inject("dataDirectory"), door: "server" },
      { DATABASE_SOCKET: "", REQUEST_DEADLINE_SECONDS: "12", DRAIN_SECONDS: "1" },
    );
    onTestFinished(() => endProgram(server.program, "SIGKILL"));
    const { key } = (await makePartner()).development;
    const read = () => fetch(`${server.url}/v2/products`, { headers: { key } });
    expect((await read()).status).toBe(200);
    proxy.silence();
    proxy.silenceNew();
    server.program.kill("SIGTERM");
    expect((await read()).status).toBe(503);
  });

  test("exits with 1 after an uncaught error, and first writes what is queued", async () => {
    const failing = "process.on('SIGUSR2',()=>{throw'uncaught'})";
    const server = await startOwn({ NODE_OPTIONS: `--import=data:text/javascript,${failing}`, LOG_LEVEL: "silent" });
    const { key } = (await makePartner()).development;
    const response = await fetch(`${server.url}/v2/products`, { headers: { key } });
    expect(await end(server, "SIGUSR2")).toBe(1);
    expect(await sql`select from calls where execution_id = ${response.headers.get("x-execution-id")}`).toHaveLength(1);
  });

  test("serves the API before the pages are built, and the pages from then on, without a restart", async () => {
    const server = await startOwn({}, "latePages");
    const see = async (path: string) => {
      const answer = await fetch(server.url + path);
      return [answer.status, await answer.text()];
    };
    expect(await see("/readyz")).toEqual([200, '{"status":"ready","pages":"building"}']);
    expect((await see("/v2/products"))[0]).toBe(401);
    expect((await see("/sign-in"))[0]).toBe(503);
    server.program.kill("SIGUSR2");
    await waitFor(async () => expect(await see("/readyz")).toEqual([200, '{"status":"ready","pages":"ready"}']));
    expect(await see("/sign-in")).toEqual([200, expect.stringContaining("<form") as string]);
    expect(await end(server, "SIGTERM")).toBe(0);
  });

  test("survives an unhandled rejection, and logs it", async () => {
    // Exit code 3 means that somebody inspected the reason, and 4 that the log lacks it.
    const failing = `import { inspect } from "node:util";
      process.on("SIGUSR2", () => {
        let code = 4;
        Promise.reject({ toString: () => ((code = 0), "told by the log"), [inspect.custom]: () => process.exit(3) });
        setImmediate(() => (code === 0 ? process.kill(process.pid, "SIGTERM") : process.exit(code)));
      });`;
    const server = await startOwn({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failing)}` });
    // Next listens for rejections with every page.
    await fetch(`${server.url}/sign-in`);
    expect(await end(server, "SIGUSR2")).toBe(0);
  });

  test("logs warnings of Node as one line, and no deprecations inside packages", async () => {
    const warning = "setTimeout(()=>{process.emitWarning('old','DeprecationWarning','DEP0');process.emitWarning('heed','Warning')},100)";
    const start = `process.on('SIGUSR2',()=>{${warning}})`;
    const server = await startServer(
      { databaseUrl: inject("databaseUrl"), dataDirectory: inject("dataDirectory"), door: "server" },
      { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(start)}`, LOG_LEVEL: "info" },
      { output: "pipe" },
    );
    onTestFinished(() => endProgram(server.program, "SIGKILL"));
    const { stdout, stderr } = server.program;
    if (stdout === null || stderr === null) throw new Error("what it says cannot be read");
    const lines: string[] = [];
    stdout.on("data", (chunk: Buffer) => lines.push(...chunk.toString().trim().split("\n")));
    const printed = text(stderr);
    server.program.kill("SIGUSR2");
    await waitFor(() => expect(lines.join("\n")).toContain("heed"));
    expect(await end(server, "SIGTERM")).toBe(0);
    const warnings = lines.map((line) => JSON.parse(line) as { msg: string; error?: { message: string } }).filter(({ error }) => error);
    expect(warnings).toMatchObject([{ msg: "a warning of Node", error: { message: "heed" } }]);
    expect(await printed).toBe("");
  });

  test("makes a line of its log of everything that is printed, without secrets and escape codes", async () => {
    const token = "a".repeat(27);
    const hostile = `\u001b[31mA\u009b31m\u007f\n{"level":60,"msg":"FORGED"} /claim/${token}`;
    const printing = `process.on("SIGUSR2", () => {
      const hostile = ${JSON.stringify(hostile)};
      for (const name of ["log", "info", "warn", "error", "debug", "trace", "dir", "table"]) console[name](hostile);
      console.error("an error of a library", new Error(hostile));
      process.stdout.write(hostile);
      process.stderr.write(Buffer.from(hostile));
      process.emitWarning(hostile);
      setImmediate(() => process.kill(process.pid, "SIGTERM"));
    });`;
    const server = await startServer(
      { databaseUrl: inject("databaseUrl"), dataDirectory: inject("dataDirectory"), door: "server" },
      { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printing)}`, LOG_LEVEL: "debug" },
      { output: "pipe" },
    );
    onTestFinished(() => endProgram(server.program, "SIGKILL"));
    const { stdout, stderr } = server.program;
    if (stdout === null || stderr === null) throw new Error("what it says cannot be read");
    const [printed, printedAsError] = [text(stdout), text(stderr)];
    // Next wraps the console when it opens its pages.
    await fetch(`${server.url}/sign-in`);
    expect(await end(server, "SIGUSR2")).toBe(0);
    expect(await printedAsError).toBe("");
    const lines = (await printed).trim().split("\n");
    expect(lines.filter((line) => line.includes("FORGED"))).toHaveLength(12);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ time: expect.any(String) as string });
    expect(lines.join("")).not.toMatch(/\p{Cc}/u);
    expect(lines.join("")).not.toContain(token);
  });

  test("takes the client's address only from the configured proxy", async () => {
    const forwardedFor = "203.0.113.9, [2001:db8::1]:4711";
    expect(await callFrom({ url: inject("baseUrl") }, forwardedFor)).toBe("127.0.0.1");
    expect(await callFrom(await startOwn({ TRUST_PROXY: "true" }), forwardedFor)).toBe("2001:db8::1");
  });
});
