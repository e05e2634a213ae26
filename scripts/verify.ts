import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { compileClient } from "#scripts/clients/compile.ts";
import { vitestCounting } from "#scripts/test/counting.ts";
import { runSteps } from "#scripts/test/run-steps.ts";
import type { Step } from "#scripts/test/run-steps.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

/** `npm run verify`: format and types of everything, and lint and unit tests of changes since main, or since a named commit. */
await runUntilStopped(async (running) => {
  await compileClient();
  const base = findBase(process.argv[2]);
  const changed = listChanged(base).filter((path) => /\.(?:ts|tsx|js)$/.test(path) && existsSync(path));
  console.log(`${changed.length} files of code differ from ${base.slice(0, 10)}.`);
  const steps: Step[] = [
    {
      name: "unit",
      command: ["vitest", "run", "--project", "unit", "--project", "unit-alone", "--changed", base, "--passWithNoTests"],
      counting: vitestCounting,
    },
    { name: "types", command: ["tsc"] },
    ...(changed.length === 0 ? [] : [{ name: "lint", command: ["oxlint", ...changed] } satisfies Step]),
    { name: "format", command: ["oxfmt", "--check"] },
  ];
  await runSteps(steps, 2, running);
});

/** Finds the commit where this branch left main; on main itself HEAD, the commit before the changes. */
function findBase(named: string | undefined): string {
  if (named !== undefined) return git("rev-parse", "--verify", named);
  const main = ["origin/main", "main"].find((branch) => git("branch", "--all", "--list", branch, "--list", `remotes/${branch}`) !== "");
  return main === undefined ? git("rev-parse", "HEAD") : git("merge-base", "HEAD", main);
}

function listChanged(base: string): string[] {
  const tracked = git("diff", "--name-only", base);
  const added = git("ls-files", "--others", "--exclude-standard");
  return [...tracked.split("\n"), ...added.split("\n")].filter((path) => path !== "");
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
