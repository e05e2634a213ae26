import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generatePhp } from "#scripts/clients/php.ts";

test("the PHP client's generated code is up to date; `npm run clients` writes it", () => {
  const generated = generatePhp();
  const committed = Object.keys(generated).map((path) => [path, readFileSync(join(import.meta.dirname, "../..", path), "utf8")] as const);
  expect(Object.fromEntries(committed)).toEqual(generated);
});
