import { setImmediate as turnIsOver } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { ClientGone, withDeadline } from "#db/deadline.ts";
import { batchReads } from "#db/rows.ts";
import { closeConnections } from "#e2e/setup/own-database.ts";
import { findKey } from "#lib/account/keys/find.ts";
import { generateKey } from "#lib/account/keys/secrets.ts";
import { findContract, findReferenced } from "#lib/insurance/contracts/find.ts";

/** After five executions Postgres decides on a cached or a custom plan. */
const executions = 10;

interface Prepared {
  statement: string;
  kept: boolean;
}

// Nothing that other files have prepared.
beforeAll(closeConnections);

test("look-ups by arrays use a cached plan", async () => {
  const key = generateKey("development");
  const kept = new Map<string, boolean>();
  while (kept.size < 3) {
    await Promise.all([
      findContract({ id: 0 }, "01JD3W7Q8ZK5T9V0XR2M4N6P8A"),
      findKey(key),
      findReferenced({ id: 0 }, { uid: "a", productIds: ["b"], zipcodes: [{ country: "FR", zipcode: "75002" }] }, new Date()),
    ]);
    // On whichever connection; this statement is prepared too.
    const prepared = await sql<Prepared[]>`
      select statement, generic_plans > 0 as kept from pg_prepared_statements
      where statement like '%unnest(%' and statement not like '%pg_prepared_statements%' and generic_plans + custom_plans >= ${executions}`;
    for (const one of prepared) kept.set(one.statement, one.kept);
  }
  expect([...kept.values()]).toEqual([true, true, true]);
});

/** Reads that end when the test says so. */
function controlledReads() {
  const reads: { subjects: readonly string[]; end: () => void; fail: () => void }[] = [];
  const read = batchReads(
    (subject: string) => subject,
    async (subjects) => {
      const number = reads.length;
      return new Promise<Map<string, string>>((resolve, reject) => {
        const found = new Map(subjects.filter((subject) => subject !== "none").map((subject) => [subject, `${subject} of ${number}`]));
        reads.push({ subjects, end: () => resolve(found), fail: () => reject(new Error(`read ${number} failed`)) });
      });
    },
  );
  return { reads, read };
}

describe("reads in the same event-loop turn", () => {
  test("share one statement, which starts after the last request and has each subject once", async () => {
    const { reads, read } = controlledReads();
    const answers = [read("a"), read("b"), read("none"), Promise.resolve().then(() => read("a"))];
    await Promise.resolve();
    expect(reads).toHaveLength(0);
    await turnIsOver();
    expect(reads.map(({ subjects }) => subjects)).toEqual([["a", "b", "none"]]);
    reads[0]?.end();
    expect(await Promise.all(answers)).toEqual(["a of 0", "b of 0", undefined, "a of 0"]);
  });

  test("do not answer requests that came while they ran, and do not wait for them", async () => {
    const { reads, read } = controlledReads();
    const first = read("a");
    await turnIsOver();
    const second = read("a");
    await turnIsOver();
    expect(reads).toHaveLength(2);
    reads[1]?.end();
    expect(await second).toBe("a of 1");
    reads[0]?.fail();
    await expect(first).rejects.toThrow("read 0 failed");
  });

  test("fail for everybody in their batch and for nobody after it", async () => {
    const { reads, read } = controlledReads();
    const answers = Promise.allSettled([read("a"), read("b")]);
    await turnIsOver();
    reads[0]?.fail();
    expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const later = read("a");
    await turnIsOver();
    reads[1]?.end();
    expect(await later).toBe("a of 1");
  });

  test("are split into batches of at most a hundred, and each caller gets its own answer", async () => {
    const { reads, read } = controlledReads();
    const subjects = Array.from({ length: 250 }, (_, index) => `s${index}`);
    const answers = Promise.all(subjects.map((subject) => read(subject)));
    while (reads.length < 3) await turnIsOver();
    expect(reads.map((one) => one.subjects.length)).toEqual([100, 100, 50]);
    for (const { end } of reads) end();
    expect(await answers).toEqual(subjects.map((subject, index) => `${subject} of ${Math.floor(index / 100)}`));
  });

  test("do not end with the request that asked first", async () => {
    const { reads, read } = controlledReads();
    const hangUp = new AbortController();
    const first = withDeadline(60_000, () => read("a"), { hangUp: hangUp.signal }).catch((error: unknown) => error);
    const second = read("a");
    await turnIsOver();
    hangUp.abort();
    expect(await first).toBeInstanceOf(ClientGone);
    reads[0]?.end();
    expect(await second).toBe("a of 0");
  });
});
