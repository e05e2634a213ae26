import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const lockfile = JSON.parse(readFileSync(join(import.meta.dirname, "../package-lock.json"), "utf8")) as {
  packages: Record<string, { dev?: boolean; devOptional?: boolean } | undefined>;
};

test.each(["typescript", "@types/node", "@types/react"])("%s, which a Next build needs, is installed without devDependencies", (name) => {
  const locked = lockfile.packages[`node_modules/${name}`];
  expect(locked).toBeDefined();
  expect(locked?.dev ?? locked?.devOptional ?? false).toBe(false);
});
