import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { shareRead } from "#lib/platform/process/shared-reads.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let reads = 0;
const reading = (ms: number) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return ++reads;
};

async function read(key: string, ms: number): Promise<number> {
  const result = shareRead(key, reading(ms));
  await vi.advanceTimersByTimeAsync(ms);
  return result;
}

test("a costly read is shared by all who ask within 200 times what it took, and no longer", async () => {
  const [first, second] = [shareRead("costly", reading(150)), shareRead("costly", reading(150))];
  await vi.advanceTimersByTimeAsync(150);
  expect(await second).toBe(await first);
  expect(await read("another", 150)).not.toBe(await first);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(await read("costly", 150)).toBe(await first);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await read("costly", 150)).not.toBe(await first);
});

test("a cheap read is made anew each time", async () => {
  expect(await read("cheap", 20)).not.toBe(await read("cheap", 20));
});

test("a failed read is not kept", async () => {
  const failing = shareRead("failing", () => Promise.reject(new Error("away")));
  await expect(failing).rejects.toThrow("away");
  expect(await read("failing", 150)).toBeGreaterThan(0);
});
