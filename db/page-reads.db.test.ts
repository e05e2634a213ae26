import postgres from "postgres";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { DeadlineExceeded, withDeadline } from "#db/deadline.ts";
import { Turns, inTurn, openPool } from "#db/driver.ts";
import type { SplitPool } from "#db/driver.ts";
import { env } from "#lib/platform/env.ts";

const beside = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => beside.end());

let pools = 0;

/** A pool of `count` connections, and a lock that the test holds. */
async function open(count: number) {
  const name = `page reads ${process.pid} ${(pools += 1)}`;
  const pool = openPool(env.DATABASE_URL, count, { onnotice: () => undefined, connection: { application_name: name } });
  const key = Math.trunc(Math.random() * 1e9);
  await beside`select pg_advisory_lock(${key})`;
  onTestFinished(async () => {
    await beside`select pg_advisory_unlock_all()`;
    await pool.end({ timeout: 1 });
  });
  const waitFor = (of: Pick<postgres.Sql, "unsafe">) => of.unsafe(`select from pg_advisory_xact_lock(${key})`).execute();
  /** Statements of the pool that wait for the lock. */
  const waiting = async () => {
    const rows = await beside`select from pg_stat_activity where application_name = ${name} and wait_event = 'advisory'`;
    return rows.length;
  };
  return { pool, waitFor, waiting, release: () => beside`select pg_advisory_unlock(${key})` };
}

const asPage = <Result>(page: string[], read: () => PromiseLike<Result>, ms = 60_000) => withDeadline(ms, async () => read(), { page });
const one = (pool: SplitPool) => pool`select 1 as one`;

test.each([
  { count: 4, ofPages: 1, ofTransactions: 1 },
  { count: 12, ofPages: 3, ofTransactions: 4 },
])("a pool of $count has a connection for the API while those of pages and transactions wait for a lock", async ({ count, ...of }) => {
  const { pool, waitFor, waiting, release } = await open(count);
  const pages = Array.from({ length: 6 }, (_, person) => asPage([`person ${person}`], () => waitFor(pool)));
  const transactions = Array.from({ length: 6 }, () => pool.begin((tx) => waitFor(tx)));
  await expect.poll(waiting, { timeout: 9_000 }).toBe(of.ofPages + of.ofTransactions);
  expect(await one(pool)).toEqual([{ one: 1 }]);
  await release();
  await Promise.all([...pages, ...transactions]);
});

test("a page's read answers while the connections of the API wait for a lock", async () => {
  const { pool, waitFor, waiting, release } = await open(10);
  const reads = Array.from({ length: 3 }, () => waitFor(pool));
  await expect.poll(waiting, { timeout: 9_000 }).toBe(3);
  expect(await asPage(["person 1"], () => one(pool))).toEqual([{ one: 1 }]);
  expect(await pool.begin((tx) => tx`select 1 as one`)).toEqual([{ one: 1 }]);
  await release();
  await Promise.all(reads);
});

test.each([
  ["world", (place: number) => [`person ${place}`, "world 1"], ["person 9", "world 2"]],
  ["person", (place: number) => ["person 1", `world ${place}`], ["person 2", "world 9"]],
])("a third page read of one %s waits its turn, and a fourth, of another one, does not", async (_who, namesOf, others) => {
  const { pool, waitFor, waiting, release } = await open(10);
  const [first, second, third] = [1, 2, 3].map((place) => asPage(namesOf(place), () => waitFor(pool)));
  await expect.poll(waiting, { timeout: 9_000 }).toBe(2);
  expect(await asPage(others, () => one(pool))).toEqual([{ one: 1 }]);
  // There is a connection for it, since the fourth had one.
  expect(await waiting()).toBe(2);
  await release();
  await Promise.all([first, second, third]);
});

test("a read that waits for its turn is given up at its deadline, is never executed, and leaves its place to the next", async () => {
  const { pool, waitFor, waiting, release } = await open(10);
  await beside`create table turned (name text)`;
  const page = ["person 1"];
  const slow = [1, 2].map(() => asPage(page, () => waitFor(pool)));
  await expect.poll(waiting, { timeout: 9_000 }).toBe(2);
  await expect(asPage(page, () => pool`insert into turned values ('late')`, 50)).rejects.toBeInstanceOf(DeadlineExceeded);
  const next = asPage(page, () => one(pool));
  await release();
  await Promise.all(slow);
  expect(await next).toEqual([{ one: 1 }]);
  expect(await beside`select from turned`).toEqual([]);
});

test("a slow read that is given up makes room for the next of its person", async () => {
  const { pool, waitFor, waiting } = await open(10);
  const page = ["person 1"];
  const slow = Promise.allSettled([1, 2, 3].map(() => asPage(page, () => waitFor(pool), 200)));
  expect(await asPage(page, () => one(pool))).toEqual([{ one: 1 }]);
  expect((await slow).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await expect.poll(waiting, { timeout: 9_000 }).toBe(0);
});

test("page reads that need several statements, at once and one after another, end", async () => {
  const { pool } = await open(10);
  const read = () => Promise.all([one(pool), one(pool).then(() => one(pool)), one(pool)]);
  const pages = Array.from({ length: 8 }, (_, place) => asPage([`person ${place % 2}`, "world 1"], read));
  for (const answers of await Promise.all(pages)) expect(answers).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
});

test("reads take turns in the order in which they came, and pass those that wait for somebody else", () => {
  const turns = new Turns();
  const begun: string[] = [];
  const come = (read: string, ...names: string[]) => turns.take(names, () => begun.push(read));
  const leave = [come("a1", "ada", "north"), come("a2", "ada", "south")];
  const goAway = come("a3", "ada", "south");
  come("a4", "ada", "north");
  come("b1", "bob", "north");
  expect(begun).toEqual(["a1", "a2", "b1"]);
  goAway();
  leave[1]?.();
  expect(begun).toEqual(["a1", "a2", "b1"]);
  leave[0]?.();
  expect(begun).toEqual(["a1", "a2", "b1", "a4"]);
});

test("a read on a replica takes its turn as one read, and nothing else waits", async () => {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const read = (name: string) => async () => {
    order.push(name);
    await held.promise;
  };
  const page = ["person replica"];
  const reads = ["first", "second", "third"].map((name) => asPage(page, () => inTurn(read(name))));
  await inTurn(async () => void order.push("job"));
  expect(order.toSorted()).toEqual(["first", "job", "second"]);
  held.resolve();
  await Promise.all(reads);
  expect(order.at(-1)).toBe("third");
});
