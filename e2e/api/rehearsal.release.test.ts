import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { rehearsalSample, rehearsalScript } from "#components/docs/samples/guide-samples.ts";
import { sql } from "#db/client.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram } from "#db/embedded/supervise.ts";
import { useOwnDatabase } from "#e2e/setup/own-database.ts";
import { startServer } from "#e2e/setup/server.ts";
import type { ServerUnderTest } from "#e2e/setup/server.ts";
import { serverEnvironment } from "#e2e/setup/test-environment.ts";
import { addWebhook } from "#lib/delivery/deliveries/queue.fixture.ts";
import { attachOpened, makePartner, registerRenter } from "#lib/insurance/renters/world.fixture.ts";
import { env } from "#lib/platform/env.ts";

const { PATH: searchPath }: { PATH: string } = serverEnvironment;

// A database of its own: the server does its jobs, which would end contracts under other tests.
await useOwnDatabase();

let server: ServerUnderTest;
let directory: string;

/** A server that does its jobs, and may deliver to this machine. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "covergate-rehearsal-"));
  const under = { databaseUrl: env.DATABASE_URL, dataDirectory: inject("dataDirectory"), door: inject("door") };
  server = await startServer(under, { JOB_RUNNER: "embedded", WEBHOOK_ALLOWED_HOSTS: "localhost" });
});

afterAll(async () => {
  await endProgram(server.program);
  rmSync(directory, { recursive: true });
});

/** A partner with a key and a renter. */
async function makeShop() {
  const { contexts, keys } = await makePartner();
  const uid = await registerRenter();
  await attachOpened(contexts.development, uid);
  return { key: keys.development.text, uid, world: contexts.development.world };
}

/** Runs a sample of the guide as an integrator's CI would. */
async function run(command: string, name: string, sample: string, environment: Record<string, string>) {
  const file = join(directory, name);
  writeFileSync(file, sample);
  const variables = {
    NODE_ENV: "test" as const,
    NODE_NO_WARNINGS: "1",
    PATH: searchPath,
    COVERGATE_BASE_URL: server.url,
    ...environment,
  };
  const program = spawn(command, [file], { env: variables, stdio: ["ignore", "pipe", "pipe"] });
  const [printed, failure, code] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    new Promise<number | null>((resolve) => {
      program.once("close", resolve);
    }),
  ]);
  return { printed, failure, code };
}

const renewalsOf = async (worldId: number) =>
  sql<
    { cid: string; next: string }[]
  >`select cid, next_cid as next from automatic_renewals where world_id = ${worldId} and next_cid is not null`;

test("the rehearsal of the guide resets the sandbox, runs a year and receives the renewal, and can be repeated", async () => {
  const { key, uid, world } = await makeShop();
  const port = String(await findFreePort("localhost"));
  await addWebhook(world.id, {
    url: `http://localhost:${port}/`,
    eventTypes: ["v2.contract.renewed", "v2.contract.renewal.notification"],
  });
  for (let times = 0; times < 2; times += 1) {
    const { printed, failure, code } = await run(process.execPath, "rehearsal.mts", rehearsalSample, {
      COVERGATE_API_KEY: key,
      RENTER: uid,
      PORT: port,
    });
    expect([code, failure]).toEqual([0, ""]);
    const [renewal, ...others] = await renewalsOf(world.id);
    expect(others).toEqual([]);
    expect(printed).toContain(`${renewal?.cid} was renewed by ${renewal?.next} until`);
  }
});

const hasShell =
  spawnSync("bash", ["-c", "command -v jq && command -v curl"], { env: { NODE_ENV: "test", PATH: searchPath } }).status === 0;

test.skipIf(!hasShell)("the shell version of the rehearsal does the same", async () => {
  const { key, uid, world } = await makeShop();
  const { printed, failure, code } = await run("bash", "rehearsal.sh", rehearsalScript, { COVERGATE_API_KEY: key, RENTER: uid });
  expect([code, failure]).toEqual([0, ""]);
  const [renewal] = await renewalsOf(world.id);
  expect(printed.trim()).toBe(`${renewal?.cid} was renewed by ${renewal?.next}`);
});
