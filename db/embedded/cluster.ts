import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Account } from "#db/embedded/account.ts";
import type { Binaries } from "#db/embedded/binaries.ts";
import { SetupError } from "#db/embedded/setup-error.ts";

export interface Cluster {
  directory: string;
  account: Account | undefined;
  binaries: Binaries;
}

export const superuser = "covergate";

/** Independent of our environment. */
export const bareEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C" } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

/**
 * The cluster's directory as its processes name it, whose working directory it is. Another account can reach it where it cannot walk the
 * path (a checkout below /root), and a leftover process cannot touch a new directory at the same path.
 */
export function workingPath({ directory }: Cluster): string {
  return process.platform === "linux" ? "/proc/self/cwd" : directory;
}

/** Initialises a missing cluster; throws for one of another version. */
export async function ensureCluster(cluster: Cluster, password: string): Promise<void> {
  const { directory, binaries } = cluster;
  const version = join(directory, "PG_VERSION");
  if (!existsSync(version)) return createCluster(cluster, password);
  const major = Number(readFileSync(version, "utf8"));
  if (major === binaries.major) return;
  throw new SetupError(
    `${directory} belongs to Postgres ${major} and Covergate runs Postgres ${binaries.major}: move the data over with pg_dump, or start with another DATA_DIR.`,
  );
}

async function createCluster(cluster: Cluster, password: string): Promise<void> {
  const unfinished = `${cluster.directory}.new`;
  await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(unfinished, { mode: 0o700 });
  if (cluster.account) chownSync(unfinished, cluster.account.uid, cluster.account.gid);
  await initialise({ ...cluster, directory: unfinished }, password);
  try {
    renameSync(unfinished, cluster.directory);
  } catch {
    throw new SetupError(
      `${cluster.directory} is not a Postgres data directory and is not empty: move it away, or start with another DATA_DIR.`,
    );
  }
}

async function initialise(cluster: Cluster, password: string): Promise<void> {
  const options = [
    ...["--pgdata", workingPath(cluster)],
    ...["--username", superuser],
    ...["--auth", "scram-sha-256", "--pwfile", "/dev/stdin"],
    // The same order and case rules on every machine.
    ...["--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
  ];
  // Node's pipes are sockets, which cannot be opened by name; the shell's can.
  const shell = spawn("sh", ["-c", 'cat | "$@"', "sh", cluster.binaries.initdb, ...options], {
    ...cluster.account,
    cwd: cluster.directory,
    env: bareEnvironment,
    stdio: ["pipe", "ignore", "pipe"],
  });
  shell.stdin.end(`${password}\n`);
  const [complaint, [code]] = await Promise.all([text(shell.stderr), once(shell, "exit") as Promise<[number | null]>]);
  if (code === 0) return;
  const reason = complaint.split("\n").find((line) => /error|fatal/i.test(line)) ?? complaint.trim();
  throw new SetupError(`Postgres could not be initialised in ${cluster.directory}: ${reason}`);
}
