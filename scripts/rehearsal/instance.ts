import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findFreePort } from "#db/embedded/free-port.ts";
import { endProgram, isRunning, spawnSupervised } from "#db/embedded/supervise.ts";
import { serverEnvironment } from "#e2e/setup/test-environment.ts";
import { direct } from "#scripts/bench/api.ts";
import type { Running } from "#server/lifecycle.ts";

const host = "127.0.0.1";
const root = join(import.meta.dirname, "../..");
const pollMs = 50;

/** A process as `npm start` makes it, without the preparations. */
export interface Instance {
  url: string;
  /** `host:port`, as Prometheus calls it. */
  target: string;
  signal(name: NodeJS.Signals): void;
  /** Ends it and starts it again at the same address, with further settings where such are given. */
  restart(more?: Record<string, string>): Promise<void>;
}

export async function startInstance(running: Running, settings: Record<string, string>): Promise<Instance> {
  const port = String(await findFreePort(host));
  const url = `http://${host}:${port}`;
  const start = async (more: Record<string, string> = {}): Promise<ChildProcess> => {
    const env: NodeJS.ProcessEnv = { ...serverEnvironment, LOG_LEVEL: "fatal", HOST: host, PORT: port, BASE_URL: url };
    const program = spawnSupervised(process.execPath, direct, {
      cwd: root,
      env: Object.assign(env, settings, more),
      stdio: ["ignore", "inherit", "inherit"],
    });
    while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
      if (!isRunning(program)) throw new Error("The instance ended before it was ready: what it said is above.");
      await pause(pollMs);
    }
    return program;
  };
  let program = await start();
  running.onStop(async () => {
    // One that is frozen would wait for ever.
    program.kill("SIGCONT");
    await endProgram(program, "SIGINT");
  });
  return {
    url,
    target: `${host}:${port}`,
    signal: (name) => program.kill(name),
    async restart(more) {
      await endProgram(program);
      program = await start(more);
    },
  };
}
