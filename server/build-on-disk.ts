import { stat } from "node:fs/promises";
import { join } from "node:path";

/** A build writes the first, an installation the others. */
const marks = [".next/BUILD_ID", "node_modules/.package-lock.json", "node_modules/next/package.json"];

/** Identifies the build and the packages in this directory: it changes when they are replaced, even by the same ones. */
export async function identifyBuild(root: string): Promise<string> {
  const stats = await Promise.all(marks.map((mark) => stat(join(root, mark)).catch(() => undefined)));
  return stats.map((found) => (found === undefined ? "none" : `${found.dev}:${found.ino}:${found.mtimeMs}`)).join(" ");
}
