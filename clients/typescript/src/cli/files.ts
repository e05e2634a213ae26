import { mkdir, open, readFile, rename } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** The directories of the XDG base directory specification, on every system. */
export function configFile(name: string): string {
  return join(directory("XDG_CONFIG_HOME", ".config"), "covergate", name);
}

export function stateFile(name: string): string {
  return join(directory("XDG_STATE_HOME", ".local/state"), "covergate", name);
}

function directory(variable: string, ofHome: string): string {
  const named = process.env[variable] ?? "";
  return named === "" ? join(homedir(), ofHome) : named;
}

/** Reads a JSON file of ours; undefined if it is missing. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces a file as a whole; nobody but its owner can read it, at no moment. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const scratch = `${path}.${process.pid}`;
  const file = await open(scratch, "w", 0o600);
  try {
    // The mode of `open` is not that of a file that was left behind.
    await file.chmod(0o600);
    await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
  } finally {
    await file.close();
  }
  await rename(scratch, path);
}
