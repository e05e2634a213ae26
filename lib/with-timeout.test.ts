import { expect, test } from "vitest";
import { withTimeout } from "#lib/with-timeout.ts";

test("work that is done in time is what it comes to, also where that is a failure", async () => {
  await expect(withTimeout(60_000, Promise.resolve("done"))).resolves.toBe("done");
  await expect(withTimeout(60_000, Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});

test("work that never ends fails when its time is over", async () => {
  await expect(withTimeout(1, new Promise(() => undefined))).rejects.toThrow("it took longer than 1 ms");
});
