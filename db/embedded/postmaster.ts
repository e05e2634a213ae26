import { once } from "node:events";
import { closeSync, openSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { bareEnvironment, workingPath } from "#db/embedded/cluster.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { endProgram, isRunning, spawnSupervised } from "#db/embedded/supervise.ts";

/** Postgres appends the port. */
export const socketPrefix = ".s.PGSQL.";

const pollMs = 20;
const orphanTimeoutMs = 30_000;

export interface Postmaster {
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends every session, writes everything and stops. */
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  port: number;
  /** The server's log of this start. */
  logFile: string;
  settings: Record<string, string>;
}

/** Starts the server on a loopback port; resolves once it accepts connections. */
export async function startPostmaster(cluster: Cluster, { port, logFile, settings }: PostmasterOptions): Promise<Postmaster> {
  await stopOrphan(cluster);
  removeSockets(cluster);
  // Another account may have written the last one.
  rmSync(logFile, { force: true });
  const log = openSync(logFile, "w", 0o600);
  const args = [
    "-D",
    workingPath(cluster),
    "-p",
    String(port),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  const server = spawnSupervised(cluster.binaries.postgres, args, {
    ...cluster.account,
    cwd: cluster.directory,
    env: bareEnvironment,
    // A process group of its own: Ctrl-C reaches only us, and we stop the server last.
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(server, "exit").then(() => undefined);
  server.unref();

  while (isRunning(server) && !isReady(cluster, server.pid)) await pause(pollMs);
  if (!isRunning(server)) {
    const reason = /FATAL:\s*(.*)/.exec(readFileSync(logFile, "utf8"))?.[1] ?? `see ${logFile}`;
    throw new SetupError(`Postgres did not start in ${cluster.directory}: ${reason}`);
  }
  return { ended, stop: () => endProgram(server, "SIGINT") };
}

/** The lines of `postmaster.pid`; none without a server. */
function readPidFile({ directory }: Cluster): string[] {
  try {
    return readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

function isReady(cluster: Cluster, pid: number | undefined): boolean {
  const lines = readPidFile(cluster);
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

/**
 * Stops a server that outlived its Covergate, and removes a stale pid file, whose number another process may have by now. Call it under the
 * lock of the data directory.
 */
async function stopOrphan(cluster: Cluster): Promise<void> {
  const pid = Number(readPidFile(cluster)[0]);
  // Only Linux tells whose process it is; elsewhere the watcher has stopped it, or Postgres reports it.
  if (!pid || process.platform !== "linux") return;
  if (isServing(cluster, pid)) process.kill(pid, "SIGINT");
  const deadline = performance.now() + orphanTimeoutMs;
  while (isServing(cluster, pid)) {
    if (performance.now() > deadline) {
      throw new SetupError(`A Postgres left over in ${cluster.directory} does not stop: end the process ${pid}, then start again.`);
    }
    await pause(pollMs);
  }
  rmSync(join(cluster.directory, "postmaster.pid"), { force: true });
}

/** Removes the sockets of crashed servers, since each start has its own port. */
function removeSockets({ directory }: Cluster): void {
  for (const name of readdirSync(directory)) if (name.startsWith(socketPrefix)) rmSync(join(directory, name));
}

/** True if the process works in the cluster's directory, as its server does. */
function isServing({ directory }: Cluster, pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(directory);
  } catch {
    return false;
  }
}
