import { availableParallelism } from "node:os";
import { SetupError } from "#db/embedded/setup-error.ts";
import { compileClient } from "#scripts/clients/compile.ts";
import { playwrightCounting, vitestCounting } from "#scripts/test/counting.ts";
import { runSteps } from "#scripts/test/run-steps.ts";
import type { Step } from "#scripts/test/run-steps.ts";
import { runUntilStopped } from "#server/lifecycle.ts";

const check = (name: string, ...command: [string, ...string[]]): Step => ({ name, command });
/** Two projects of vitest.config.ts: the files that share a process, and those that have one of their own. */
const suite = (name: string, plan: Omit<Step, "name" | "command"> = {}): Step => ({
  name,
  command: ["vitest", "run", "--project", name, "--project", `${name}-alone`],
  counting: vitestCounting,
  ...plan,
});

/** The pages are built once for all that need them. */
const afterBuild = { after: ["build"] };

/** All checks. The build and the browser are in one lane, and the rest passes beside them: the longest steps begin first. */
const steps: Step[] = [
  check("build", "scripts/build.ts"),
  check("format", "oxfmt", "--check"),
  check("lint", "oxlint"),
  check("types", "tsc"),
  check("unused", "knip"),
  // The build and the server may only need what `npm ci --omit=dev` installs.
  check("packages", "knip", "--production", "--strict", "--include", "unlisted,unresolved"),
  suite("unit"),
  { name: "portal", command: ["playwright", "test", "--project", "portal"], counting: playwrightCounting, ...afterBuild },
  suite("db"),
  suite("api", afterBuild),
  suite("crash"),
  suite("api-next", afterBuild),
  suite("foreign", { ...afterBuild, alone: true }),
];

/**
 * A suite keeps two cores busy by itself. On two cores two suites at once took as long as one after the other (portal 1,038 s beside db
 * 1,179 s), and a time-out of three seconds failed.
 */
const lanes = Math.min(Math.max(1, Math.floor(availableParallelism() / 2)), 3);

await runUntilStopped(async (running) => {
  // Types, lint and unit tests need it, and the build makes it again.
  await compileClient();
  await runSteps(chooseSteps(process.argv.slice(2)), lanes, running);
});

function chooseSteps(names: string[]): Step[] {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no step ${unknown}: the steps are ${steps.map(({ name }) => name).join(", ")}.`);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}
