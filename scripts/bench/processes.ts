import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#db/embedded/free-port.ts";
import type { Running } from "#scripts/lifecycle.ts";

const root = join(import.meta.dirname, "../..");
const host = "127.0.0.1";

/** Starts a server of this repository in a process of its own, on a free port; returns its address once it is ready. */
export async function startServer(
  running: Running,
  environment: Record<string, string>,
  args: (port: number) => string[],
): Promise<string> {
  const port = await findFreePort(host);
  const child = spawn(process.execPath, args(port), {
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
  return url;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}
