import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import {
  bareEnvironment,
  choosePostgresAccount,
  ensureCluster,
  findBinaries,
  isOwnedByOthers,
  superuser,
  workingPath,
} from "#db/embedded/cluster.ts";
import type { Cluster } from "#db/embedded/cluster.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { endProgram, isRunning, spawnSupervised } from "#db/embedded/supervise.ts";

/** Postgres appends the port. */
const socketPrefix = ".s.PGSQL.";

const pollMs = 20;

const orphanTimeoutMs = 30_000;

interface Postmaster {
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Ends every session, writes everything and stops. */
  stop(): Promise<void>;
}

interface PostmasterOptions {
  port: number;
  /** The server's log of this start. */
  logFile: string;
  settings: Record<string, string>;
}

const heldLocks: DatabaseSync[] = [];

const host = "127.0.0.1";

export interface EmbeddedPostgres {
  /** Known before it runs, since the settings are checked first. */
  url: string;
  /** Undefined if the system has no such sockets. */
  socket: string | undefined;
  /** Starts it, initialised on first use; resolves once it accepts connections. */
  start(): Promise<Postmaster>;
}

/**
 * Reserves the bundled Postgres with its data in `dataDirectory`. Without `durable` a power cut may lose data, which suits test runs.
 * Throws SetupError where the directory cannot be used or is in use.
 */
export async function reserveEmbeddedPostgres(dataDirectory: string, { durable }: { durable: boolean }): Promise<EmbeddedPostgres> {
  const home = resolve(dataDirectory);
  const directory = join(home, "postgres");
  ensureDataDirectory(home);
  if (isOwnedByOthers(directory)) {
    throw new SetupError(`${directory} belongs to another account: start Covergate as that one, or with another DATA_DIR.`);
  }
  lockDataDirectory(home);
  const passwordFile = join(home, "postgres-password");
  if (existsSync(directory) && !existsSync(passwordFile)) {
    throw new SetupError(
      `${passwordFile} is missing, and only it opens the database beside it: restore it, or start with another DATA_DIR.`,
    );
  }
  const password = ensureSecret(passwordFile);
  const port = await findFreePort(host);
  const socket = chooseSocket(directory, port);
  return {
    url: `postgres://${superuser}:${password}@${host}:${port}/postgres`,
    socket,
    async start() {
      const account = choosePostgresAccount(directory);
      const cluster = { directory, account, binaries: await findBinaries(account) };
      await ensureCluster(cluster, password);
      return startPostmaster(cluster, {
        port,
        logFile: join(home, "postgres.log"),
        settings: {
          listen_addresses: host,
          ...(durable ? {} : volatileSettings),
          unix_socket_directories: socket === undefined ? "" : workingPath(cluster),
        },
      });
    },
  };
}

/** Systems accept paths of sockets up to this length. */
const maxSocketLength = 100;

/** Beside the data, where only Postgres' account and root can reach it. */
function chooseSocket(directory: string, port: number): string | undefined {
  const socket = join(directory, `${socketPrefix}${port}`);
  return process.platform === "win32" || Buffer.byteLength(socket) > maxSocketLength ? undefined : socket;
}

const volatileSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Reads the secret in `file`, created on first use: 32 random bytes that only the owner can read. */
export function ensureSecret(file: string): string {
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600 });
    renameSync(unfinished, file);
  }
  return readFileSync(file, "utf8");
}

/** Creates the data directory; throws if it cannot be used. */
export function ensureDataDirectory(directory: string): void {
  useDirectory(directory, () => makeDirectory(resolve(directory)));
}

/** Throws if a start could not use the data directory, and creates nothing. */
export function assertUsable(directory: string): void {
  let nearest = resolve(directory);
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  useDirectory(nearest, () => undefined, directory);
}

function useDirectory(directory: string, make: () => void, named = directory): void {
  try {
    make();
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!statSync(directory).isDirectory()) throw Object.assign(new Error("it is a file"), { code: "ENOTDIR" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === "EEXIST" || code === "ENOTDIR"
        ? "it is a file, or lies below one"
        : `nothing can be written there by this account (${code})`;
    throw new SetupError(`The data directory ${named} cannot be used, because ${reason}: set DATA_DIR to a directory that can be written.`);
  }
}

/** Node's own recursion never ends if nothing can be created below an existing parent, as in /proc. */
function makeDirectory(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory));
  mkdirSync(directory, { mode: 0o700 });
}

/**
 * Locks the data directory until this process ends. Node has no file locks, but its SQLite has: the kernel releases the lock with the
 * process, so none can become stale.
 */
function lockDataDirectory(directory: string): void {
  const lock = new DatabaseSync(join(directory, "lock"));
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
  } catch {
    throw new SetupError(
      `Covergate is already running with the data directory ${directory}: stop it first, or start this one with another DATA_DIR and PORT.`,
    );
  }
  heldLocks.push(lock);
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
