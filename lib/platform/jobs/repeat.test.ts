import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeSettings } from "#e2e/setup/settings.ts";
import { repeat } from "#lib/platform/jobs/repeat.ts";

changeSettings({ LOG_LEVEL: "silent" });
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A job whose runs last until the test ends them. */
function makeJob() {
  const ends: ((error?: Error) => void)[] = [];
  let underWay = 0;
  let most = 0;
  const run = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise<void>((resolve, reject) => ends.push((error) => (error === undefined ? resolve() : reject(error))));
    underWay -= 1;
  };
  const end = async (error?: Error) => {
    ends.at(-1)?.(error);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { run, end, runs: () => ends.length, most: () => most };
}

test("a job runs at once, and again after the interval", async () => {
  const job = makeJob();
  const repeating = repeat({ job: "sample", everyMs: 250, run: job.run });
  await vi.advanceTimersByTimeAsync(0);
  expect(job.runs()).toBe(1);
  await job.end();
  await vi.advanceTimersByTimeAsync(249);
  expect(job.runs()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(job.runs()).toBe(2);
  await job.end();
  await repeating.stop();
});

test("two runs never overlap, however long they take and however often the job is woken", async () => {
  const job = makeJob();
  const repeating = repeat({ job: "sample", everyMs: 250, run: job.run });
  await vi.advanceTimersByTimeAsync(10_000);
  repeating.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(job.runs()).toBe(1);
  await job.end();
  await vi.advanceTimersByTimeAsync(20);
  expect(job.runs()).toBe(2);
  await job.end();
  expect(job.most()).toBe(1);
  await repeating.stop();
});

test("many wake-ups cause one run, soon after the current one", async () => {
  const job = makeJob();
  const repeating = repeat({ job: "sample", everyMs: 60_000, run: job.run });
  await vi.advanceTimersByTimeAsync(0);
  await job.end();
  repeating.wake();
  await vi.advanceTimersByTimeAsync(19);
  repeating.wake();
  await vi.advanceTimersByTimeAsync(1);
  expect(job.runs()).toBe(2);
  await job.end();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(job.runs()).toBe(2);
  await repeating.stop();
});

test("a frequent job waits two seconds after a failure, and its interval after a success", async () => {
  const job = makeJob();
  const repeating = repeat({ job: "sample", everyMs: 250, run: job.run });
  await vi.advanceTimersByTimeAsync(0);
  await job.end(new Error("away"));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(job.runs()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(job.runs()).toBe(2);
  await job.end();
  await vi.advanceTimersByTimeAsync(250);
  expect(job.runs()).toBe(3);
  await job.end();
  await repeating.stop();
});

test("a failed run is repeated at the next regular time, or two seconds after the job is woken", async () => {
  const job = makeJob();
  const repeating = repeat({ job: "sample", everyMs: 5_000, run: job.run });
  await vi.advanceTimersByTimeAsync(0);
  await job.end(new Error("away"));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(job.runs()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(job.runs()).toBe(2);
  await job.end(new Error("away"));
  repeating.wake();
  await vi.advanceTimersByTimeAsync(1_999);
  repeating.wake();
  expect(job.runs()).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(job.runs()).toBe(3);
  await job.end();
  await repeating.stop();
});

test("stopping waits for the current run, and no other follows", async () => {
  const job = makeJob();
  const repeating = repeat({ job: "sample", everyMs: 250, run: job.run });
  await vi.advanceTimersByTimeAsync(0);
  let isStopped = false;
  const stopped = repeating.stop().then(() => (isStopped = true));
  repeating.wake();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isStopped).toBe(false);
  await job.end();
  await stopped;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(job.runs()).toBe(1);
});

test("stopping aborts the current run, which need not finish everything", async () => {
  const run = (signal: AbortSignal) => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  const repeating = repeat({ job: "sample", everyMs: 250, run });
  await vi.advanceTimersByTimeAsync(0);
  await expect(repeating.stop()).resolves.toBeUndefined();
});
