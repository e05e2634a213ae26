import { spawnSync } from "node:child_process";

/** The shell adds where systems keep programs of the administrator, which are not on everybody's PATH. */
const search = 'PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" command -v -- "$1"';

/** The path of a program of this machine; undefined if it is missing: the test is then skipped, and its title names the program. */
export function findProgram(name: string): string | undefined {
  const { status, stdout } = spawnSync("sh", ["-c", search, "sh", name], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
