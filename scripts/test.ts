import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SetupError } from "#db/embedded/setup-error.ts";
import { endProgram, spawnSupervised } from "#db/embedded/supervise.ts";
import { environmentWith } from "#scripts/settings.ts";
import { playwrightCounting, vitestCounting } from "#scripts/test/counting.ts";
import type { Count, Counting } from "#scripts/test/counting.ts";
import { runUntilStopped } from "#server/lifecycle.ts";
import type { Running } from "#server/lifecycle.ts";

interface Step {
  name: string;
  /** A program of node_modules/.bin with its arguments. */
  command: [string, ...string[]];
  /** Counts its tests; without it, the step passes or fails as a whole. */
  counting?: Counting;
}

const check = (name: string, ...command: Step["command"]): Step => ({ name, command });
const suite = (name: string): Step => ({ name, command: ["vitest", "run", "--project", name], counting: vitestCounting });

/** All checks, the quick ones first. */
const steps: Step[] = [
  check("format", "oxfmt", "--check"),
  check("lint", "oxlint"),
  check("types", "tsc"),
  check("unused", "knip"),
  // The build and the server may only need what `npm ci --omit=dev` installs.
  check("packages", "knip", "--production", "--strict", "--include", "unlisted,unresolved"),
  suite("unit"),
  suite("db"),
  suite("crash"),
  suite("api"),
  suite("api-next"),
  suite("foreign"),
  { name: "portal", command: ["playwright", "test", "--project", "portal"], counting: playwrightCounting },
];

await runUntilStopped(async (running) => {
  const chosen = chooseSteps(process.argv.slice(2));
  const scratch = mkdtempSync(join(tmpdir(), "covergate-tests-"));
  // A database under another account has its own directory below.
  chmodSync(scratch, 0o711);
  // The database of an interrupted suite may still be writing.
  const removeScratch = () => rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  running.onStop(removeScratch);
  const lines: string[] = [];
  const total: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const step of chosen) {
    console.log(`\n━━ ${step.name}`);
    const started = performance.now();
    const count = await runStep(step, scratch, running);
    if (running.isStopping()) return;
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    total.failures.push(...count.failures);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    lines.push(`${count.failed === 0 ? "✓" : "✗"} ${step.name.padEnd(10)} ${describeCount(count).padEnd(38)} ${seconds.padStart(6)} s`);
  }
  await removeScratch();
  if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join("\n")}`);
  console.log(`\n${lines.join("\n")}\n\n${describeCount(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
});

function describeCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

function chooseSteps(names: string[]): Step[] {
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new SetupError(`There is no step ${unknown}: the steps are ${steps.map(({ name }) => name).join(", ")}.`);
  }
  return names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name));
}

async function runStep({ name, command: [tool, ...given], counting }: Step, scratch: string, running: Running): Promise<Count> {
  const reportFile = join(scratch, `${name}.json`);
  const program = spawnSupervised(process.execPath, [join("node_modules/.bin", tool), ...given, ...(counting?.given(reportFile) ?? [])], {
    // A separate process group, so that Ctrl-C reaches vitest once: at a second one it exits without tearing down.
    detached: true,
    env: environmentWith({ TMPDIR: scratch, ...counting?.environment(reportFile) }),
    stdio: ["ignore", "inherit", "inherit"],
  });
  running.onStop(() => endProgram(program, "SIGINT"));
  const [code] = (await once(program, "exit")) as [number | null];
  const count = counting === undefined ? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [] } : counting.read(reportFile);
  // A run can also fail outside its tests.
  return { ...count, failed: code !== 0 && count.failed === 0 ? 1 : count.failed };
}
