import { sql as text } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { DeadlineExceeded, withDeadline } from "#db/deadline.ts";
import { executeAlone } from "#db/execute-alone.ts";
import { env } from "#lib/platform/env.ts";

const beside = postgres(env.DATABASE_URL, { max: 1, onnotice: () => undefined });
beforeAll(async () => void (await beside`create table alone (name text primary key)`));
afterAll(() => beside.end());

const insert = (name: string) => executeAlone(text`insert into alone values (${name}) returning name`);
const written = async () => (await beside<{ name: string }[]>`select name from alone order by name`).map(({ name }) => name);

test("a statement by itself is committed with its answer", async () => {
  expect(await insert("kept")).toEqual([{ name: "kept" }]);
  expect(await written()).toContain("kept");
});

test("a statement by itself that waits for a lock at its deadline is cancelled, and changes nothing later", async () => {
  await beside.begin(async (tx) => {
    await tx`lock table alone`;
    await expect(withDeadline(100, () => insert("waited"))).rejects.toBeInstanceOf(DeadlineExceeded);
  });
  expect(await written()).not.toContain("waited");
});

test("statements by themselves that have no connection at their deadline are never executed", async () => {
  const names = Array.from({ length: 2 * env.DATABASE_POOL }, (_, number) => `queued ${number}`);
  await beside.begin(async (tx) => {
    await tx`lock table alone`;
    const outcomes = await Promise.allSettled(names.map((name) => withDeadline(100, () => insert(name))));
    expect(outcomes.map(({ status }) => status)).toEqual(names.map(() => "rejected"));
  });
  expect((await written()).filter((name) => name.startsWith("queued"))).toEqual([]);
});

test("a statement by itself that fails leaves its connection to the next one", async () => {
  for (let turn = 0; turn < 2 * env.DATABASE_POOL; turn += 1) await expect(insert("kept")).rejects.toThrow("duplicate key");
  expect(await insert("after")).toEqual([{ name: "after" }]);
  expect(await sql.begin((tx) => tx`select 1 as one`)).toEqual([{ one: 1 }]);
});

test("statements by themselves that wait for a lock leave connections to reads", async () => {
  await beside.begin(async (tx) => {
    await tx`lock table alone`;
    const waiting = Array.from({ length: env.DATABASE_POOL }, (_, number) => withDeadline(1_000, () => insert(`lock ${number}`)));
    expect(await withDeadline(1_000, () => sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await Promise.allSettled(waiting);
  });
});
