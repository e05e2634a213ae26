import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { webhooks } from "#clients/typescript/src/webhooks.ts";
import { sql } from "#db/client.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { settingsOfServer } from "#e2e/api/clients.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { createNamed } from "#lib/account/keys/change-named.ts";
import { operatorContext } from "#lib/account/users/roles.ts";
import { eventTypes } from "#lib/delivery/event-catalogue.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";

// A database of its own: the server is killed, and does its jobs.
await useOwnDatabase();

const program = join(import.meta.dirname, "../../clients/typescript/dist/esm/cli/main.js");

let server: ServerUnderTest;
let home: string;
let port: string;

async function start(): Promise<ServerUnderTest> {
  const under = { databaseUrl: env.DATABASE_URL, dataDirectory: inject("dataDirectory"), door: inject("door") };
  return startServer(under, { ...settingsOfServer, PORT: port });
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "covergate-command-line-"));
  port = String(await findFreePort("127.0.0.1"));
  server = await start();
});

afterAll(async () => {
  await endProgram(server.program);
  rmSync(home, { recursive: true });
});

function launch(args: readonly string[], environment: Record<string, string>): ChildProcess {
  const variables = { NODE_ENV: "test" as const, HOME: home, PATH: "/usr/bin:/bin", COVERGATE_BASE_URL: server.url, ...environment };
  return spawn(process.execPath, [program, ...args], { env: variables, stdio: ["pipe", "pipe", "pipe"] });
}

/** Runs a command to its end. */
async function run(args: readonly string[], { input = "", ...environment }: Record<string, string> = {}) {
  const command = launch(args, environment);
  command.stdin?.end(input);
  const [out, problem, [code]] = await Promise.all([text(command.stdout!), text(command.stderr!), once(command, "close")]);
  return { out, problem, code: code as number };
}

async function makeShop() {
  const { contexts, keys } = await makePartner();
  const uid = await registerRenter();
  await attachOpened(contexts.development, uid);
  const { development } = contexts;
  return { key: keys.development.text, live: keys.production.text, uid, development, worldId: development.world.id };
}

describe("an API key in the command line", () => {
  test("is read from standard input, checked, stored for its user only, never printed, and deleted on request", async () => {
    const { key, live, uid } = await makeShop();
    const config = { XDG_CONFIG_HOME: join(home, "config-of-login") };
    const login = await run(["login"], { ...config, input: `${key}\n` });
    expect(login).toMatchObject({ code: 0, problem: "" });
    const file = join(config.XDG_CONFIG_HOME, "covergate/credentials.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain(key);
    await run(["login"], { ...config, input: live });
    const who = await run(["whoami", "--json"], config);
    expect(JSON.parse(who.out)).toMatchObject({ environment: "development", address: server.url, renters: [uid] });
    const production = await run(["whoami", "--json", "-e", "production"], config);
    expect(JSON.parse(production.out)).toMatchObject({ environment: "production", renters: [] });
    const misplaced = await run([key, "-e", key], config);
    expect(misplaced.code).toBe(2);
    for (const { out, problem } of [login, who, production, misplaced]) expect(out + problem).not.toContain(key);
    expect((await run(["logout"], config)).code).toBe(0);
    expect(await run(["whoami"], config)).toMatchObject({ code: 3, problem: expect.stringContaining("covergate login") });
  });

  test("that may only read one resource is stored for its own environment", async () => {
    const { development } = await makeShop();
    const operator = operatorContext("tests", new Date());
    const { text: key } = await createNamed(
      { ...operator, realTime: operator.now, world: development.world },
      { name: "Reports", rights: ["contracts:read"], expiresAt: null },
    );
    const login = await run(["login", "--json"], { XDG_CONFIG_HOME: join(home, "config-of-narrow"), input: key });
    expect(JSON.parse(login.out)).toMatchObject({ environment: "development" });
  });

  test("that is refused is not stored", async () => {
    const config = { XDG_CONFIG_HOME: join(home, "config-of-refused") };
    expect(await run(["login"], { ...config, input: "cg_dev_nonsense" })).toMatchObject({
      code: 3,
      problem: expect.stringContaining("INVALID_API_KEY"),
    });
    expect(() => statSync(config.XDG_CONFIG_HOME)).toThrow("ENOENT");
  });

  test("opens no other environment than the option names", async () => {
    const { key, live } = await makeShop();
    for (const [held, named] of [
      [live, "development"],
      [key, "production"],
    ] as const) {
      const refused = await run(["api", "GET", "renters", "-e", named], { COVERGATE_API_KEY: held });
      expect(refused).toMatchObject({ code: 2, out: "", problem: expect.stringContaining(`--environment says ${named}`) });
    }
  });

  test("changes Production only with --yes, where nobody can be asked", async () => {
    const { live } = await makeShop();
    const attach = ["api", "POST", "renters", "-d", JSON.stringify(await registerRenter())];
    const asked = await run(attach, { COVERGATE_API_KEY: live });
    expect(asked).toMatchObject({ code: 2, out: "", problem: expect.stringContaining("--yes") });
    // The company is not opened for this partner, which the API says.
    expect(await run([...attach, "--yes"], { COVERGATE_API_KEY: live })).toMatchObject({ problem: expect.stringContaining("2001") });
  });

  test("is told the field at fault, and reads a list that has no pages", async () => {
    const { key, uid } = await makeShop();
    const environment = { COVERGATE_API_KEY: key };
    const mistyped = await run(["api", "GET", `contracts?uid=${uid}&colour=red`, "--json"], environment);
    expect(JSON.parse(mistyped.problem)).toMatchObject({ error: { code: 1010, field: "colour" } });
    expect(JSON.parse((await run(["api", "GET", "statements", "--paginate"], environment)).out)).toEqual(expect.any(Array));
  });

  test("cannot be an argument of a call", async () => {
    const { key } = await makeShop();
    expect(await run(["api", "GET", "renters", "-H", "key: x"], { COVERGATE_API_KEY: key })).toMatchObject({ code: 2, out: "" });
  });
});

test("every event can be triggered in development, and none in production", async () => {
  const { key, live, uid, worldId } = await makeShop();
  for (const eventType of eventTypes) {
    const { out, problem, code } = await run(["trigger", eventType, "--json"], { COVERGATE_API_KEY: key });
    expect([eventType, code, problem.replace(/The sandbox is catching up.*\n/, "")]).toEqual([eventType, 0, ""]);
    const { subject } = JSON.parse(out) as { subject: string };
    const found =
      await sql`select from events where world_id = ${worldId} and event_type = ${eventType} and subject_id = ${subject} limit 1`;
    expect([eventType, found.length]).toEqual([eventType, 1]);
  }
  const calls = await waitFor(async () => {
    const found = await sql<{ userAgent: string; source: string }[]>`
      select distinct user_agent, source from calls where world_id = ${worldId}`;
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  expect(calls).toEqual([{ userAgent: expect.stringMatching(/^covergate-cli\/\d/), source: "command_line" }]);
  expect(await run(["trigger", "v2.contract.created"], { COVERGATE_API_KEY: live })).toMatchObject({ code: 3, out: "" });

  const lists = { COVERGATE_API_KEY: key };
  const read = async (path: string) =>
    JSON.parse((await run(["api", "GET", path, "--paginate"], lists)).out) as { id: string; cid: string }[];
  const contracts = await read(`/contracts?uid=${uid}&limit=7`);
  expect(new Set(contracts.map(({ cid }) => cid)).size).toBe(contracts.length);
  expect(contracts.length).toBeGreaterThan(eventTypes.length);
  const { out: one } = await run(["api", "GET", `contracts/${contracts[0]!.cid}`], lists);
  expect(JSON.parse(one)).toMatchObject({ contract: { cid: contracts[0]!.cid } });
  expect(one).not.toContain("\u001B");
  expect(await read("claims?limit=4")).toHaveLength(16);
  const all = await read("events?limit=9");
  const stored = await sql<{ id: string }[]>`select id from events where world_id = ${worldId} order by id desc`;
  expect(all.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
});

test("an error prints code, name, field and cure, and its kind decides the exit code", async () => {
  const { key, uid } = await makeShop();
  const withKey = { COVERGATE_API_KEY: key };
  const body = JSON.stringify({ uid, contract_type: "LCD", end_date: "2020-01-01T00:00:00Z" });
  const refused = await run(["api", "POST", "contracts", "-d", body], withKey);
  expect(await run(["api", "POST", "contracts", "--input", "-"], { ...withKey, input: body })).toMatchObject({
    code: 1,
    out: expect.stringContaining('"code":1021'),
  });
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.out)).toMatchObject({ error: { code: 1021 } });
  for (const fact of ["END_IN_PAST", "code: 1021", "field: end_date", "cure: "]) expect(refused.problem).toContain(fact);
  const asJson = await run(["api", "GET", "contracts/nowhere", "--json"], withKey);
  expect(JSON.parse(asJson.problem)).toMatchObject({ error: { name: "CONTRACT_NOT_FOUND", code: 1051 } });
  expect((await run(["nonsense"], withKey)).code).toBe(2);
  expect((await run(["whoami", "--base-url", "http://127.0.0.1:1"], withKey)).code).toBe(5);
});

interface Received {
  body: string;
  headers: IncomingHttpHeaders;
}

/** A receiver that can be taken away and brought back. */
async function makeReceiver() {
  const receiverPort = await findFreePort("127.0.0.1");
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ body: await text(request), headers: request.headers });
    response.end("ok");
  };
  let current: ReturnType<typeof createServer> | undefined;
  const open = async () => {
    current = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => {
      current?.listen(receiverPort, "127.0.0.1", resolve);
    });
  };
  const close = async () => {
    const closed = new Promise((resolve) => current?.close(resolve));
    current?.closeIdleConnections();
    await closed;
  };
  await open();
  return { url: `http://127.0.0.1:${receiverPort}/webhooks`, received, open, close };
}

test("a listener gets every event once and in order, across restarts of the server, the receiver and itself", async () => {
  const { key, worldId } = await makeShop();
  const withKey = { COVERGATE_API_KEY: key };
  const receiver = await makeReceiver();
  onTestFinished(() => receiver.close());
  const listen = async () => {
    const listener = launch(["listen", "--forward-to", receiver.url], withKey);
    onTestFinished(() => void listener.kill());
    let said = "";
    listener.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    listener.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await waitFor(() => expect(said).toContain("Ctrl-C ends"));
    return { listener, said: () => said };
  };
  const trigger = async (eventType: string) => expect((await run(["trigger", eventType], withKey)).code).toBe(0);
  const stored = () =>
    sql<{ id: string; payload: string; createdAt: string }[]>`
    select id, payload, created_at from events where world_id = ${worldId} order by id`;
  const arrived = () =>
    waitFor(async () =>
      expect(receiver.received.map(({ headers }) => headers["x-event-id"])).toEqual((await stored()).map(({ id }) => id)),
    );

  const first = await listen();
  const secret = /whsec_\S+/.exec(first.said())?.[0] ?? "";
  await trigger("v2.contract.updated");
  await arrived();

  // The receiver is away.
  await receiver.close();
  await trigger("v2.claim.draft.ready");
  await waitFor(() => expect(first.said()).toContain("connection refused"));
  // And then the server is, in the middle of its waiting.
  server.program.kill("SIGKILL");
  await once(server.program, "close");
  await receiver.open();
  server = await start();
  await trigger("v2.contract.canceled");
  await arrived();

  // It ends, and goes on where it was.
  first.listener.kill("SIGINT");
  await once(first.listener, "close");
  expect(first.listener.exitCode).toBe(0);
  await trigger("v2.contract.closed");
  const second = await listen();
  await arrived();
  expect(second.said()).toContain(secret);
  expect(first.said() + second.said()).not.toContain(key);

  const events = await stored();
  expect(receiver.received.map(({ body }) => body)).toEqual(events.map(({ payload }) => payload));
  for (const { body, headers } of receiver.received) {
    expect(await webhooks.verify(body, headers, secret)).toMatchObject({ id: headers["x-event-id"] });
    expect(headers).toMatchObject({ "x-delivery-id": expect.stringMatching(/^dlv_[0-9A-Z]{26}$/), "content-type": "application/json" });
  }
  expect(receiver.received.some(({ headers }) => headers["x-delivery-attempt"] !== "1")).toBe(true);
});
