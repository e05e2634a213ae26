import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SetupError } from "#db/embedded/setup-error.ts";

/** Packages lack their patches after an install with --ignore-scripts, or if a patch was added later. */
export function assertPatched(root: string): void {
  const directory = join(root, "patches");
  for (const name of readdirSync(directory)) {
    if (!isApplied(readFileSync(join(directory, name), "utf8"), root)) {
      throw new SetupError(`patches/${name} has not been applied: run \`npm ci\` again, without --ignore-scripts.`);
    }
  }
}

/** True if each line that the patch adds is in its file. */
function isApplied(patch: string, root: string): boolean {
  const files = patch.split(/^diff --git .*$/m).slice(1);
  return files.every((file) => {
    const [, path = ""] = /^\+\+\+ b\/(.+)$/m.exec(file) ?? [];
    const lines = new Set(readFileSync(join(root, path), "utf8").split("\n"));
    const added = file.split("\n").filter((line) => line.startsWith("+") && !line.startsWith("+++ "));
    return added.every((line) => lines.has(line.slice(1)));
  });
}
