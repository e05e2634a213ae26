import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test(".env.example documents exactly the settings that are read", () => {
  const read = ["lib/platform/env.ts", "scripts/settings.ts"].flatMap((file) => findNames(file, /^ {2}([A-Z_]+): ?z?/gm));
  const documented = findNames(".env.example", /^#([A-Z_]+)=/gm);
  // The command sets NODE_ENV.
  expect(documented.toSorted()).toEqual([...new Set(read)].filter((name) => name !== "NODE_ENV").toSorted());
});

function findNames(file: string, pattern: RegExp): string[] {
  return Array.from(readFileSync(join(root, file), "utf8").matchAll(pattern), ([, name]) => name ?? "");
}
