import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram, isRunning, spawnSupervised } from "#db/embedded/supervise.ts";
import type { CrashingDatabase } from "#e2e/crash/database.ts";
import type { InstanceSettings } from "#e2e/crash/instance.ts";
import { testEnvironment } from "#e2e/setup/test-environment.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";

const host = "127.0.0.1";
const ownRoot = join(import.meta.dirname, "../..");

/** A process that answers the API and does the jobs. */
export interface Instance {
  url: string;
  isRunning(): boolean;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Has it do nothing until it is resumed. */
  pause(): void;
  resume(): void;
}

interface InstancePlace extends Pick<CrashingDatabase, "urlOfInstances" | "socket"> {
  more?: Record<string, string>;
  /** The checkout whose code it executes; by default this one. */
  root?: string;
}

/** Starts one, which ends with the test at the latest; returns once it takes requests. */
export async function startInstance(
  { urlOfInstances, socket, more = {}, root = ownRoot }: InstancePlace,
  allowedHost: string,
  settings: InstanceSettings,
): Promise<Instance> {
  const port = String(await findFreePort(host));
  const url = `http://${host}:${port}`;
  const environment = {
    ...testEnvironment,
    NODE_ENV: "production" as const,
    ...(settings.logLevel !== undefined && { LOG_LEVEL: settings.logLevel }),
    PATH: "/usr/bin:/bin",
    HOST: host,
    PORT: port,
    BASE_URL: url,
    DATABASE_URL: urlOfInstances,
    DATABASE_SOCKET: settings.overTcp === true ? "" : socket,
    ...(settings.pool !== undefined && { DATABASE_POOL: String(settings.pool) }),
    JOB_RUNNER: "embedded",
    WEBHOOK_ALLOWED_HOSTS: allowedHost,
    ...more,
  };
  const program = spawnSupervised(process.execPath, [join(root, "e2e/crash/instance.ts"), JSON.stringify(settings)], {
    cwd: root,
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  onTestFinished(() => endProgram(program, "SIGKILL"));
  await waitFor(() => expectReady(program, url));
  return {
    url,
    isRunning: () => isRunning(program),
    kill: () => kill(program),
    pause: () => program.kill("SIGSTOP"),
    resume: () => program.kill("SIGCONT"),
  };
}

async function expectReady(program: ChildProcess, url: string): Promise<void> {
  if (!isRunning(program)) throw new Error("The instance ended before it was ready: what it said is above.");
  expect((await fetch(`${url}/readyz`)).ok).toBe(true);
}

async function kill(program: ChildProcess): Promise<void> {
  const ended = once(program, "exit");
  program.kill("SIGKILL");
  await ended;
}
