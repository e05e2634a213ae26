import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const text = readFileSync(join(root, "SECURITY.md"), "utf8");
const tests = globSync("{app,components,db,e2e,inngest,lib,scripts}/**/*.test.ts", { cwd: root });
const named = [...new Set(Array.from(text.matchAll(/`([\w/.[\]-]+\.test\.ts)`/g), ([, name = ""]) => name))];

describe("SECURITY.md", () => {
  test("names many tests", () => {
    expect(named.length).toBeGreaterThan(50);
  });

  test.each(named)("names %s, which is exactly one test file", (name) => {
    expect(tests.filter((file) => `/${file}`.endsWith(`/${name}`))).toHaveLength(1);
  });

  test("lists each requirement once", () => {
    const ids = Array.from(text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*)\|/gm), ([, cell = ""]) => cell.split(",").flatMap(expand)).flat();
    expect(ids.length).toBeGreaterThan(100);
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });
});

/** `1.2.6–1.2.8` as the three that it stands for. */
function expand(range: string): string[] {
  const [first = "", last = first] = range.trim().split("–");
  const section = first.slice(0, first.lastIndexOf("."));
  const numberOf = (id: string) => Number(id.slice(id.lastIndexOf(".") + 1));
  return Array.from({ length: numberOf(last) - numberOf(first) + 1 }, (_none, index) => `${section}.${numberOf(first) + index}`);
}

test("code that answers requests starts no program, and evaluates no text", () => {
  const served = globSync(
    ["{app,components,inngest,lib}/**/*.{ts,tsx}", "db/*.ts", "db/schema/*.ts", "proxy.ts", "server.ts", "server/*.ts"],
    {
      cwd: root,
    },
  );
  const code = served.filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file));
  const dangerous = /node:(?:child_process|cluster|vm|worker_threads)"|\beval\(|new Function\(|dangerouslySetInnerHTML|\.innerHTML\b/;
  expect(code.length).toBeGreaterThan(500);
  expect(code.filter((file) => dangerous.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
