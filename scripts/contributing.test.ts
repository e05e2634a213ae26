import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("CONTRIBUTING names files and folders that exist", () => {
  const quoted = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").matchAll(/`([\w.-]+\/[\w./()[\]-]+)`/g);
  // A path from the root begins with a folder of the root; others, such as `rules/fields.ts`, continue one that stands before them.
  const paths = Array.from(quoted, ([, path = ""]) => path).filter((path) => existsSync(join(root, path.slice(0, path.indexOf("/")))));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
