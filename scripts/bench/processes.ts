import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#db/embedded/free-port.ts";
import type { Running } from "#scripts/lifecycle.ts";

const root = join(import.meta.dirname, "../..");
const host = "127.0.0.1";

/** A server under load. */
export interface Server {
  url: string;
  /** CPU time that its process has used, in microseconds; undefined where the system does not tell. */
  cpuMicros(): number | undefined;
}

/** Starts a server of this repository in a process of its own, on a free port; returns once it is ready. Its command may begin with another, which becomes it. */
export async function startServer(
  running: Running,
  environment: Record<string, string>,
  args: (port: number) => string[],
  before: readonly string[] = [],
): Promise<Server> {
  const port = await findFreePort(host);
  const [command, ...rest] = [...before, process.execPath, ...args(port)] as [string, ...string[]];
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...environment, NODE_ENV: "production", HOST: host, PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  running.onStop(async () => {
    child.kill();
    await ended;
  });
  const url = `http://${host}:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${args(port).join(" ")} ended before it was ready`);
    await pause(50);
  }
  return { url, cpuMicros: () => readCpuMicros(child) };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}

/** A Linux kernel counts in hundredths of a second, whatever its own clock. */
const microsPerTick = 10_000;

/** CPU time that a process has used; undefined where the system does not tell. */
export function readCpuMicros({ pid }: ChildProcess): number | undefined {
  if (process.platform !== "linux") return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * microsPerTick;
}
