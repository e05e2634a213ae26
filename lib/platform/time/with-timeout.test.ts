import { expect, test } from "vitest";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";

test("work that finishes in time settles with its own outcome", async () => {
  await expect(withTimeout(60_000, Promise.resolve("done"))).resolves.toBe("done");
  await expect(withTimeout(60_000, Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});

test("unfinished work rejects after the time-out", async () => {
  await expect(withTimeout(1, new Promise(() => undefined))).rejects.toThrow("it took longer than 1 ms");
});
