import { join } from "node:path";
import { expect, test } from "vitest";
import { assertCompilers } from "#scripts/build.ts";

test("a build without the packages of development says how to install them", () => {
  const root = join(import.meta.dirname, "..");
  expect(() => assertCompilers(root)).not.toThrow();
  expect(() => assertCompilers(join(root, "docs"))).toThrow("run `npm ci --include=dev`");
});
