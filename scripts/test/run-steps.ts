import { once } from "node:events";
import { chmodSync, createReadStream, createWriteStream, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { endProgram, spawnSupervised } from "#db/embedded/supervise.ts";
import { environmentWith } from "#scripts/settings.ts";
import type { Count, Counting } from "#scripts/test/counting.ts";
import { planNext } from "#scripts/test/plan.ts";
import type { Plan } from "#scripts/test/plan.ts";
import type { Running } from "#server/lifecycle.ts";

export interface Step extends Plan {
  /** A program of node_modules/.bin, or a script, with its arguments. */
  command: readonly [string, ...string[]];
  /** Counts its tests; without it, the step passes or fails as a whole. */
  counting?: Counting;
}

interface Result {
  step: Step;
  count: Count;
  seconds: number;
}

/** Runs steps side by side on this many cores; prints the output of each as a whole when it ends, and at the end the failures and the sum. */
export async function runSteps(steps: readonly Step[], cores: number, running: Running): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "covergate-tests-"));
  // A database under another account has its own directory below.
  chmodSync(scratch, 0o711);
  // The database of an interrupted suite may still be writing.
  const removeScratch = () => rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  running.onStop(removeScratch);
  const started = performance.now();
  const results: Result[] = [];
  const active = new Map<string, Promise<void>>();
  const waiting = [...steps];
  // Outputs that end at the same time are printed one after the other.
  let printed = Promise.resolve();
  const start = async (step: Step): Promise<void> => {
    const result = await runStep(step, { scratch, isAlone: steps.length === 1, running });
    results.push(result);
    if (running.isStopping()) return;
    printed = printed.then(() => printOutput(result, scratch, steps.length === 1));
    await printed;
  };
  while ((waiting.length > 0 || active.size > 0) && !running.isStopping()) {
    const next = planNext(waiting, [...active.keys()], { all: steps, cores });
    if (next === undefined) {
      await Promise.race(active.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    if (steps.length > 1) console.log(`━━ ${next.name} has begun`);
    active.set(
      next.name,
      start(next).finally(() => active.delete(next.name)),
    );
  }
  if (running.isStopping()) return;
  await removeScratch();
  summarize(steps, results, (performance.now() - started) / 1000);
}

async function runStep(
  { name, command: [tool, ...names], counting, ...plan }: Step,
  { scratch, isAlone, running }: { scratch: string; isAlone: boolean; running: Running },
): Promise<Result> {
  const started = performance.now();
  const reportFile = join(scratch, `${name}.json`);
  const file = tool.endsWith(".ts") ? tool : join("node_modules/.bin", tool);
  const output = isAlone ? "inherit" : "pipe";
  const program = spawnSupervised(process.execPath, [file, ...names, ...(counting?.given(reportFile) ?? [])], {
    // A separate process group, so that Ctrl-C reaches vitest once: at a second one it exits without tearing down.
    detached: true,
    env: environmentWith({ TMPDIR: scratch, ...counting?.environment(reportFile) }),
    stdio: ["ignore", output, output],
  });
  running.onStop(() => endProgram(program, "SIGINT"));
  const log = createWriteStream(join(scratch, `${name}.log`));
  program.stdout?.pipe(log, { end: false });
  program.stderr?.pipe(log, { end: false });
  const [code] = (await once(program, "close")) as [number | null];
  await new Promise<void>((resolve) => {
    log.end(resolve);
  });
  const count = counting === undefined ? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, failures: [] } : counting.read(reportFile);
  // A run can also fail outside its tests.
  const isBroken = code !== 0 && count.failed === 0;
  return {
    step: { name, command: [tool, ...names], ...plan },
    count: isBroken ? { ...count, failed: 1, failures: [`${name}: its output is above`] } : count,
    seconds: (performance.now() - started) / 1000,
  };
}

async function printOutput({ step, count, seconds }: Result, scratch: string, isAlone: boolean): Promise<void> {
  if (isAlone) return;
  console.log(`\n━━ ${step.name}: ${describeCount(count)}, ${seconds.toFixed(1)} s`);
  await pipeline(createReadStream(join(scratch, `${step.name}.log`)), process.stdout, { end: false });
}

function summarize(steps: readonly Step[], results: readonly Result[], seconds: number): void {
  const total: Count = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const inOrder = steps.flatMap((step) => results.find((result) => result.step.name === step.name) ?? []);
  for (const { count } of inOrder) {
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    total.failures.push(...count.failures);
  }
  if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.join("\n")}`);
  const lines = inOrder.map(
    ({ step, count, seconds: took }) =>
      `${count.failed === 0 ? "✓" : "✗"} ${step.name.padEnd(10)} ${describeCount(count).padEnd(38)} ${took.toFixed(1).padStart(6)} s`,
  );
  console.log(`\n${lines.join("\n")}\n\n${seconds.toFixed(0)} s in all\n${describeCount(total)}`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function describeCount({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
