import { describe, expect, test, vi } from "vitest";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";
import { log } from "#lib/platform/log/log.ts";

const now = new Date("2027-03-01T12:00:00.000Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Rows of which some fail, and a record of their batches. */
function makeRows(ids: readonly string[], bad: readonly string[] = [], batchSize = 10) {
  const due = new Set(ids);
  const failing = new Set(bad);
  const batches: string[][] = [];
  const run = async (limit: number, setAside: readonly string[], picked: (ids: readonly string[]) => void) => {
    const batch = [...due].filter((id) => !setAside.includes(id)).slice(0, limit);
    picked(batch);
    batches.push(batch);
    if (batch.some((id) => failing.has(id))) throw new Error("a bad row");
    for (const id of batch) due.delete(id);
    return batch;
  };
  const job = `job of ${ids.join()} ${Math.random()}`;
  return { due, failing, batches, work: (at = now) => processBatches({ job, now: at, batchSize, run }) };
}

describe("due rows", () => {
  test("are processed batch by batch in order, until none is left", async () => {
    const { due, batches, work } = makeRows(["a", "b", "c", "d", "e"], [], 2);
    expect(await work()).toBe(5);
    expect(batches).toEqual([["a", "b"], ["c", "d"], ["e"], []]);
    expect(due.size).toBe(0);
  });

  test("that fail are set aside, and the others are processed", async () => {
    const { due, work } = makeRows(["a", "b", "c", "d", "e", "f", "g"], ["b", "e"], 3);
    expect(await work()).toBe(5);
    expect([...due]).toEqual(["b", "e"]);
  });

  test("that fail alone return to batches after the others", async () => {
    const { batches, work } = makeRows(["a", "b", "c", "d", "e", "f"], ["a"], 3);
    await work();
    expect(batches).toEqual([["a", "b", "c"], ["a"], ["b"], ["c"], ["d"], ["e", "f"], []]);
  });

  test("that fail rest for 5 minutes, are retried, and succeed once repaired", async () => {
    const { due, failing, batches, work } = makeRows(["a", "b"], ["a"], 1);
    await work();
    batches.length = 0;
    expect(await work(after(4.9))).toBe(0);
    expect(batches).toEqual([[]]);
    expect(await work(after(5))).toBe(0);
    expect(batches).toEqual([[], ["a"], []]);
    failing.clear();
    expect(await work(after(11))).toBe(1);
    expect(due.size).toBe(0);
  });

  test("that another runner processed meanwhile are not requested again", async () => {
    const asked: (readonly string[])[] = [];
    const done = await processBatches({
      job: "shared",
      now,
      batchSize: 10,
      run: async (_limit, setAside, picked) => {
        asked.push([...setAside]);
        const ids = ["mine", "theirs"].filter((id) => !setAside.includes(id) && !(asked.length > 1 && id === "mine"));
        picked(ids);
        return ids.filter((id) => id === "mine");
      },
    });
    expect(done).toBe(1);
    expect(asked).toEqual([[], ["theirs"]]);
  });
});

test("on a stop signal it ends after the current batch, and leaves the rest due", async () => {
  const stopping = new AbortController();
  const due = ["a", "b", "c"];
  const run = async (limit: number, _setAside: readonly string[], picked: (ids: readonly string[]) => void) => {
    const batch = due.splice(0, limit);
    picked(batch);
    if (batch.includes("b")) stopping.abort();
    return batch;
  };
  expect(await processBatches({ job: "stopped", now, batchSize: 1, signal: stopping.signal, run })).toBe(2);
  expect(due).toEqual(["c"]);
});

test("each row that is set aside is logged with its id and error", async () => {
  const logged = vi.spyOn(log, "error");
  await makeRows(["a", "b"], ["b"], 1).work();
  expect(logged.mock.calls).toEqual([
    [expect.objectContaining({ first: "b", ids: 1, error: new Error("a bad row") }), "a row was set aside"],
  ]);
  logged.mockRestore();
});

test("a failure before any row was picked rejects", async () => {
  const run = () => Promise.reject(new Error("the database is away"));
  await expect(processBatches({ job: "away", now, batchSize: 10, run })).rejects.toThrow("the database is away");
});
