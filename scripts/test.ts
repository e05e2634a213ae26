import { availableParallelism } from "node:os";
import { SetupError } from "#db/embedded/setup-error.ts";
import { compileClient } from "#scripts/clients/compile.ts";
import { playwrightCounting, vitestCounting } from "#scripts/test/counting.ts";
import { runSteps } from "#scripts/test/run-steps.ts";
import type { Step } from "#scripts/test/run-steps.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

/** A step of `npm test`, or one that only `npm run test:all` has. */
type SuiteStep = Step & { isOfRelease?: boolean };

const check = (name: string, ...command: [string, ...string[]]): SuiteStep => ({ name, command });

/** Projects of vitest.config.ts: the files that share a process, and those that have one of their own. */
const suite = (name: string, plan: Omit<SuiteStep, "name" | "command"> = {}): SuiteStep => ({
  name,
  command: ["vitest", "run", "--project", name, "--project", `${name}-alone`, "--passWithNoTests"],
  counting: vitestCounting,
  cores: 2,
  ...plan,
});

const portal = (name: string, plan: Partial<SuiteStep> = {}): SuiteStep => ({
  name,
  command: ["playwright", "test", "--project", name],
  counting: playwrightCounting,
  cores: 2,
  after: ["build"],
  ...plan,
});

/** The pages are built once for all that need them. */
const afterBuild = { after: ["build"] };
const ofRelease = { isOfRelease: true };

/**
 * All checks, in the order in which they begin. A suite keeps two cores busy: two at once on two cores take as long as one after the other,
 * and time-outs fail. The build keeps one busy for most of its time, so that checks and unit tests run beside it.
 */
const steps: SuiteStep[] = [
  check("build", "scripts/build.ts"),
  check("format", "oxfmt", "--check"),
  check("types", "tsc"),
  check("lint", "oxlint"),
  check("unused", "knip"),
  // The server, and what is built into pages, may only need what `npm ci --omit=dev` installs.
  check("packages", "knip", "--production", "--strict", "--include", "unlisted,unresolved"),
  suite("unit", { cores: 1 }),
  portal("portal"),
  suite("db"),
  suite("api", afterBuild),
  suite("crash"),
  suite("api-next", afterBuild),
  portal("portal-release", ofRelease),
  suite("db-release", { ...afterBuild, ...ofRelease }),
  suite("api-release", { ...afterBuild, ...ofRelease }),
  suite("crash-release", ofRelease),
  suite("api-next-release", { ...afterBuild, ...ofRelease }),
  suite("foreign", { ...afterBuild, ...ofRelease, alone: true }),
];

await runUntilStopped(async (running) => {
  const chosen = chooseSteps(process.argv.slice(2));
  // Loaded late: it loads Playwright.
  if (chosen.some(({ name }) => name.startsWith("portal"))) await (await import("#scripts/test/browser.ts")).askForBrowser();
  // Types, lint and unit tests need it, and the build makes it again.
  await compileClient();
  await runSteps(chosen, availableParallelism(), running);
});

/** Returns the steps of every change, all of them with `--all`, or those that are named. Throws SetupError for a name that no step has. */
function chooseSteps(names: string[]): SuiteStep[] {
  if (names.length === 0) return steps.filter(({ isOfRelease = false }) => !isOfRelease);
  if (names.includes("--all")) return steps;
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no step ${unknown}: the steps are ${steps.map(({ name }) => name).join(", ")}.`);
  }
  return steps.filter(({ name }) => names.includes(name));
}
