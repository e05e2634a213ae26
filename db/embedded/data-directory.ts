import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SetupError } from "#db/embedded/setup-error.ts";

const heldLocks: DatabaseSync[] = [];

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
export function lockDataDirectory(directory: string): void {
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
