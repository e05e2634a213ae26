import { spawn } from "node:child_process";
import type { ChildProcess, IOType, SpawnOptions } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";

/**
 * Runs `$@` beside a watcher that interrupts it when descriptor 3 closes. The watcher is detached, since Postgres reacts to children that
 * it did not start.
 */
const launch = '({ read -r _; kill -INT $$; } <&3 3<&- >/dev/null 2>&1 &); exec "$@" 3<&-';

interface SupervisedOptions extends SpawnOptions {
  stdio: (IOType | number)[];
}

/** Starts a program that is interrupted when this process ends in any way, `kill -9` included. */
export function spawnSupervised(program: string, args: string[], options: SupervisedOptions): ChildProcess {
  const [input, output, errors] = options.stdio;
  const child = spawn("sh", ["-c", launch, "sh", program, ...args], { ...options, stdio: [input, output, errors, "pipe"] });
  const pipe = child.stdio[3] as Socket;
  pipe.unref();
  child.once("exit", () => pipe.destroy());
  return child;
}

export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

export async function endProgram(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (!isRunning(child)) return;
  child.ref();
  child.kill(signal);
  await once(child, "exit");
}
