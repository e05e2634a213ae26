import { setImmediate as turnIsOver } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { shareReads } from "#lib/shared-read.ts";

/** Reads that end when the test says so, each with its number. */
function controlledReads() {
  const reads: { subject: string; end: () => void; fail: () => void }[] = [];
  const read = shareReads(async (subject) => {
    const number = reads.length;
    return new Promise<number>((resolve, reject) => {
      reads.push({ subject, end: () => resolve(number), fail: () => reject(new Error(`read ${number} failed`)) });
    });
  });
  return { reads, read };
}

describe("reads that are shared", () => {
  test("all who ask in one turn share a read, which starts after the last of them asked", async () => {
    const { reads, read } = controlledReads();
    const answers = [read("a"), read("a"), Promise.resolve().then(() => read("a"))];
    await Promise.resolve();
    expect(reads).toHaveLength(0);
    await turnIsOver();
    expect(reads).toHaveLength(1);
    reads[0]?.end();
    expect(await Promise.all(answers)).toEqual([0, 0, 0]);
  });

  test("nobody is answered by a read that was under way when it asked, nor waits for it", async () => {
    const { reads, read } = controlledReads();
    const first = read("a");
    await turnIsOver();
    const second = read("a");
    await turnIsOver();
    expect(reads).toHaveLength(2);
    reads[1]?.end();
    expect(await second).toBe(1);
    reads[0]?.fail();
    await expect(first).rejects.toThrow("read 0 failed");
  });

  test("subjects are read apart", async () => {
    const { reads, read } = controlledReads();
    const answers = [read("a"), read("b")];
    await turnIsOver();
    expect(reads.map(({ subject }) => subject)).toEqual(["a", "b"]);
    for (const { end } of reads) end();
    expect(await Promise.all(answers)).toEqual([0, 1]);
  });

  test("a failure is told to those who shared the read, and to nobody after them", async () => {
    const { reads, read } = controlledReads();
    const answers = Promise.allSettled([read("a"), read("a")]);
    await turnIsOver();
    reads[0]?.fail();
    expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const later = read("a");
    await turnIsOver();
    reads[1]?.end();
    expect(await later).toBe(1);
  });
});
