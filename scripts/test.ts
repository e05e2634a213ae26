import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { endProgram, spawnOnLeash } from "#db/embedded/leash.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { runUntilStopped } from "#scripts/lifecycle.ts";
import type { Running } from "#scripts/lifecycle.ts";
import { environmentWith } from "#scripts/settings.ts";

interface Step {
  name: string;
  /** A program of node_modules/.bin and what it is given. */
  command: [string, ...string[]];
  /** Whether it is a vitest run, whose tests are counted one by one. */
  counted: boolean;
}

const check = (name: string, ...command: Step["command"]): Step => ({ name, command, counted: false });
const suite = (name: string): Step => ({ name, command: ["vitest", "run", "--project", name], counted: true });

/** Everything that must hold, the quick things first. */
const steps: Step[] = [
  check("format", "oxfmt", "--check"),
  check("lint", "oxlint"),
  check("types", "tsc"),
  check("unused", "knip"),
  suite("unit"),
  suite("db"),
  suite("api"),
  suite("api-next"),
];

interface Count {
  passed: number;
  failed: number;
}

const report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

await runUntilStopped(async (running) => {
  const chosen = chooseSteps(process.argv.slice(2));
  const scratch = mkdtempSync(join(tmpdir(), "covergate-tests-"));
  // Where a suite was interrupted, its database may still be writing its last.
  const removeScratch = () => rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  running.onStop(removeScratch);
  const lines: string[] = [];
  const total: Count = { passed: 0, failed: 0 };
  for (const step of chosen) {
    console.log(`\n━━ ${step.name}`);
    const started = performance.now();
    const { passed, failed } = await runStep(step, scratch, running);
    if (running.isStopping()) return;
    total.passed += passed;
    total.failed += failed;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(
      `${failed === 0 ? "✓" : "✗"} ${step.name.padEnd(10)} ${`${passed} passed, ${failed} failed`.padEnd(26)} ${seconds.padStart(6)} s`,
    );
  }
  await removeScratch();
  console.log(`\n${lines.join("\n")}\n\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

/** All steps, or those named. */
function chooseSteps(names: string[]): Step[] {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no step ${unknown}: the steps are ${steps.map(({ name }) => name).join(", ")}.`);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

async function runStep({ name, command: [tool, ...given], counted }: Step, scratch: string, running: Running): Promise<Count> {
  const reportFile = join(scratch, `${name}.json`);
  const reporting = counted ? ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`] : [];
  const program = spawnOnLeash(process.execPath, [join("node_modules/.bin", tool), ...given, ...reporting], {
    // A group of its own, so that Ctrl-C reaches it once: at the second vitest leaves without taking down what it set up.
    detached: true,
    env: environmentWith({ TMPDIR: scratch }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  running.onStop(() => endProgram(program, "SIGINT"));
  const [code] = (await once(program, "exit")) as [number | null];
  const { passed, failed } = counted ? readReport(reportFile) : { passed: code === 0 ? 1 : 0, failed: 0 };
  // A run can also fail outside its tests, or before them.
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

function readReport(file: string): Count {
  const { numPassedTests, numFailedTests, testResults } = readJson(file);
  // A file that fails as a whole has no failed test to show for it.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

function readJson(file: string): z.output<typeof report> {
  try {
    return report.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    // Without a report there is nothing to count; the exit code tells the failure.
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}
