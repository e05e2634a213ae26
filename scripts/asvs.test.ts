import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const rows = readFileSync(join(root, "docs/asvs.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [, requirements = "", status = "", , tests = ""] = line.split("|").map((cell) => cell.trim());
    return { requirements, status, tests };
  });
const untested = ["not tested", "by the operator", ""];
const citations = rows.flatMap(({ tests }) =>
  Array.from(tests.matchAll(/`([^`]+) › ([^`]+)`/g), ([, path = "", name = ""]) => [path, name] as const),
);

describe("docs/asvs.md", () => {
  test.each([...new Map(citations.map((citation) => [citation.join(), citation])).values()])(
    "cites %s › %s, which exists",
    (path, name) => {
      expect(existsSync(join(root, path)), path).toBe(true);
      expect(titlesOf(readFileSync(join(root, path), "utf8")).filter((title) => title.includes(name))).not.toEqual([]);
    },
  );

  test("says of each requirement by which test it is held, or that none does", () => {
    const isSaid = ({ tests }: { tests: string }) => untested.includes(tests) || /^`[^`]+ › [^`]+`(?:, `[^`]+ › [^`]+`)*$/.test(tests);
    expect(rows.filter((row) => !isSaid(row))).toEqual([]);
    const isMet = ({ status }: { status: string }) => status === "met" || status === "deviates";
    expect(rows.filter((row) => isMet(row) && row.tests === "")).toEqual([]);
  });

  test("lists each requirement once", () => {
    const ids = rows.flatMap(({ requirements }) => requirements.split(",").flatMap(expand));
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });
});

/** The names of the tests and groups of a source that are run. */
function titlesOf(source: string): string[] {
  const call = /(?:\b(?:test|describe)(?:\.(?!skip|todo)\w+)?|[)\]])\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;
  return Array.from(source.matchAll(call), ([, double, single, template]) => double ?? single ?? template ?? "");
}

/** `1.2.6–1.2.8` as the three that it stands for. */
function expand(range: string): string[] {
  const [first = "", last = first] = range.trim().split("–");
  const section = first.slice(0, first.lastIndexOf("."));
  const numberOf = (id: string) => Number(id.slice(id.lastIndexOf(".") + 1));
  return Array.from({ length: numberOf(last) - numberOf(first) + 1 }, (_none, index) => `${section}.${numberOf(first) + index}`);
}
