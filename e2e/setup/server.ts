import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram, isRunning, spawnSupervised } from "#db/embedded/supervise.ts";
import { setOddDefaults } from "#e2e/setup/odd-defaults.ts";
import { serverEnvironment, testEnvironment } from "#e2e/setup/test-environment.ts";
import { buildIfStale } from "#scripts/build.ts";

const root = join(import.meta.dirname, "../..");
const pollMs = 50;
const host = "127.0.0.1";
const next = join(root, "node_modules/next/dist/bin/next");

/** The two ways in which the API is served, and the first before there are pages. */
const doors = {
  server: (_port: string) => [join(root, "server.ts")],
  next: (port: string) => [next, "start", "--hostname", host, "--port", port],
  latePages: (_port: string) => [join(root, "e2e/setup/late-pages.ts")],
};

export interface ServerUnderTest {
  /** Without `/v2`. */
  url: string;
  program: ChildProcess;
}

/** Starts the server under test on the database of e2e/setup/database.ts, whose defaults are odd, and ends it afterwards. */
export default async function setUpServer(project: TestProject): Promise<() => Promise<void>> {
  await buildIfStale({ onStop: () => undefined });
  await setOddDefaults(project.getProvidedContext().databaseUrl);
  const { url, program } = await startServer(project.getProvidedContext());
  project.provide("baseUrl", url);
  return () => endProgram(program);
}

/** Starts a server, with settings of its own if given; returns once it takes requests. `output: "pipe"` makes its output readable. */
export async function startServer(
  { databaseUrl, dataDirectory, door }: Pick<ProvidedContext, "databaseUrl" | "dataDirectory"> & { door: keyof typeof doors },
  settings: Record<string, string> = {},
  { output = "inherit" }: { output?: "inherit" | "pipe" } = {},
): Promise<ServerUnderTest> {
  const port = settings["PORT"] ?? String(await findFreePort(host));
  const url = `http://${host}:${port}`;
  const program = spawnSupervised(process.execPath, doors[door](port), {
    cwd: root,
    env: {
      ...serverEnvironment,
      APP_SECRET: testEnvironment.APP_SECRET,
      HOST: host,
      PORT: port,
      BASE_URL: url,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirectory,
      // The suite moves contracts in time by hand; jobs would end them under it.
      JOB_RUNNER: "none",
      // The whole suite calls from one address, and visits each page for many visitors.
      ANONYMOUS_PAGES_PER_MINUTE: "100000",
      ...settings,
    },
    stdio: ["ignore", output, output],
  });
  while (!(await isReady(url))) {
    if (!isRunning(program)) throw new Error("The server under test ended before it was ready: what it said is above.");
    await pause(pollMs);
  }
  return { url, program };
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/readyz`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}
