import { expect, test } from "vitest";
import { planNext } from "#scripts/test/plan.ts";
import type { Plan } from "#scripts/test/plan.ts";

const all: Plan[] = [
  { name: "build" },
  { name: "portal", after: ["build"], cores: 2 },
  { name: "lint" },
  { name: "foreign", after: ["build"], alone: true },
  { name: "unit" },
];

/** Runs the steps on this many cores; a step takes as many turns as its name has letters. */
function runAll(steps: readonly Plan[], cores: number): string[][] {
  const waiting = [...steps];
  const left = new Map<string, number>();
  const turns: string[][] = [];
  while (waiting.length > 0 || left.size > 0) {
    for (;;) {
      const next = planNext(waiting, [...left.keys()], { all: steps, cores });
      if (next === undefined) break;
      waiting.splice(waiting.indexOf(next), 1);
      left.set(next.name, next.name.length);
    }
    if (left.size === 0) throw new Error("nothing can start");
    turns.push([...left.keys()]);
    for (const [name, count] of left) {
      if (count === 1) left.delete(name);
      else left.set(name, count - 1);
    }
  }
  return turns;
}

test.each([1, 2, 4])("on %d cores every step runs, after those it needs, and one that must be alone is", (cores) => {
  const turns = runAll(all, cores);
  const busy = (names: string[]) => all.filter(({ name }) => names.includes(name)).reduce((sum, step) => sum + (step.cores ?? 1), 0);
  expect(new Set(turns.flat())).toEqual(new Set(all.map(({ name }) => name)));
  expect(turns.every((names) => names.length === 1 || busy(names) <= cores)).toBe(true);
  const first = (name: string) => turns.findIndex((names) => names.includes(name));
  const last = (name: string) => turns.findLastIndex((names) => names.includes(name));
  expect(first("portal")).toBeGreaterThan(last("build"));
  expect(turns.filter((names) => names.includes("foreign")).every((names) => names.length === 1)).toBe(true);
});

test("a step does not wait for one that was not chosen", () => {
  expect(runAll([{ name: "portal", after: ["build"] }], 2)).toHaveLength("portal".length);
});
