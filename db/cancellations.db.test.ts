import { once } from "node:events";
import { connect } from "node:net";
import { sql as text } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, expect, test } from "vitest";
import { db, sql } from "#db/client.ts";
import { ClientGone, DeadlineExceeded, withDeadline } from "#db/deadline.ts";
import { openPool } from "#db/driver.ts";
import type { SplitPool } from "#db/driver.ts";
import { runUnprepared } from "#db/rows.ts";
import { env } from "#lib/platform/env.ts";

const beside = postgres(env.DATABASE_URL, { max: 1 });
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
afterAll(() => beside.end());

let locks = Math.trunc(Math.random() * 1e9);

/** A lock that the test holds, so that a statement takes as long as the test wants. */
async function hold() {
  const key = (locks += 1);
  await beside`select pg_advisory_lock(${key})`;
  /** The number of statements that wait for it. */
  const waiting = async () => {
    const rows = await beside`select from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`;
    return rows.length;
  };
  const waitUntil = async (count: number) => {
    await expect.poll(waiting, { timeout: 9_000 }).toBe(count);
  };
  return {
    key,
    untilWaited: () => waitUntil(1),
    untilIdle: () => waitUntil(0),
    release: () => beside`select pg_advisory_unlock(${key})`,
  };
}

type Lock = Awaited<ReturnType<typeof hold>>;

const waitFor = (pool: Pick<postgres.Sql, "unsafe">, { key }: Lock, name = "the lock") =>
  pool.unsafe<{ name: string }[]>(`select '${name}' as name from pg_advisory_xact_lock(${key})`).execute();

test.each<[string, (lock: Lock) => PromiseLike<unknown>]>([
  ["of the driver", (lock) => waitFor(sql, lock)],
  ["of Drizzle", ({ key }) => db.execute(text`select pg_advisory_xact_lock(${key})`)],
  ["that is not prepared", ({ key }) => runUnprepared(sql, text`select pg_advisory_xact_lock(${key})`)],
  ["of a transaction", (lock) => sql.begin((tx) => waitFor(tx, lock))],
  ["of a savepoint", (lock) => sql.begin((tx) => tx.savepoint((inner) => waitFor(inner, lock)))],
  ["that waits behind another one of its transaction", (lock) => sql.begin((tx) => Promise.all([waitFor(tx, lock), waitFor(tx, lock)]))],
])("a statement %s is cancelled at its deadline, and when its client hangs up", async (_whose, run) => {
  const lock = await hold();
  const late = withDeadline(50, async () => run(lock));
  await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
  await lock.untilIdle();
  const hangUp = new AbortController();
  const left = withDeadline(60_000, async () => run(lock), { hangUp: hangUp.signal }).catch((error: unknown) => error);
  await lock.untilWaited();
  hangUp.abort();
  expect(await left).toBeInstanceOf(ClientGone);
  await lock.untilIdle();
  await lock.release();
});

test("a statement that begins when its deadline is over is never executed", async () => {
  await beside`create table begun (name text)`;
  const over = Promise.withResolvers<void>();
  const settled = Promise.withResolvers<unknown>();
  const late = withDeadline(50, async () => {
    await over.promise;
    await sql`insert into begun values ('late')`.then(settled.resolve, settled.resolve);
  });
  await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
  over.resolve();
  expect(await settled.promise).toBeInstanceOf(DeadlineExceeded);
  expect(await beside`select from begun`).toEqual([]);
});

/** A pool of one connection of each kind, whose cancellations reach Postgres when the test lets them through. */
function openHeld(): { pool: SplitPool; untilCancelled: () => Promise<void>; pass: () => void } {
  const { hostname, port } = new URL(env.DATABASE_URL);
  let gate: Promise<void> | undefined;
  const cancelled = Promise.withResolvers<void>();
  const passed = Promise.withResolvers<void>();
  const socket = async () => {
    if (gate !== undefined) cancelled.resolve();
    await gate;
    const made = connect(Number(port), hostname);
    await once(made, "connect");
    return made;
  };
  // The driver's types do not name the setting.
  const settings = { onnotice: () => undefined, socket };
  const pool = openPool(env.DATABASE_URL, 3, settings);
  closing.push(() => pool.end({ timeout: 1 }));
  return {
    pool,
    untilCancelled: () => {
      gate = passed.promise;
      return cancelled.promise;
    },
    pass: passed.resolve,
  };
}

type Run = (pool: SplitPool, lock: Lock, name: string) => Promise<unknown>;
const ways: [string, Run][] = [
  ["statement", async (pool, lock, name) => waitFor(pool, lock, name)],
  ["transaction", (pool, lock, name) => pool.begin((tx) => waitFor(tx, lock, name))],
  ["page's read", (pool, lock, name) => withDeadline(60_000, async () => waitFor(pool, lock, name), { page: [] })],
];

test.each(ways)("the cancellation of a %s that ended meanwhile does not hit the next one of its connection", async (_what, run) => {
  const { pool, untilCancelled, pass } = openHeld();
  const [first, second] = [await hold(), await hold()];
  const hangUp = new AbortController();
  await Promise.all([pool`select 1`, pool.begin((tx) => tx`select 1`), pool.forPages`select 1`]);
  const left = withDeadline(60_000, () => run(pool, first, "left"), { hangUp: hangUp.signal }).catch((error: unknown) => error);
  await first.untilWaited();
  const cancelled = untilCancelled();
  hangUp.abort();
  expect(await left).toBeInstanceOf(ClientGone);
  await cancelled;
  await first.release();
  await first.untilIdle();
  const next = run(pool, second, "next");
  // What was sent is executed by now.
  await beside`select pg_sleep(0.1)`;
  pass();
  await second.untilWaited();
  await second.release();
  expect(await next).toEqual([{ name: "next" }]);
});

test("a statement that was sent behind a cancelled one, and is hit instead of it, is executed again", async () => {
  const { pool, untilCancelled, pass } = openHeld();
  const [first, second, third] = [await hold(), await hold(), await hold()];
  const hangUp = new AbortController();
  await pool`select 1`;
  const left = withDeadline(60_000, async () => waitFor(pool, first), { hangUp: hangUp.signal }).catch((error: unknown) => error);
  await first.untilWaited();
  const behind = [waitFor(pool, second, "hit"), waitFor(pool, third, "last")];
  // Both are sent by now.
  await beside`select 1`;
  const cancelled = untilCancelled();
  hangUp.abort();
  expect(await left).toBeInstanceOf(ClientGone);
  await cancelled;
  await first.release();
  await second.untilWaited();
  pass();
  await third.untilWaited();
  await third.release();
  await second.untilWaited();
  await second.release();
  expect(await Promise.all(behind)).toEqual([[{ name: "hit" }], [{ name: "last" }]]);
});

test("a statement that is cancelled before it is its turn leaves their own answers to the others of its connection", async () => {
  const pool = openPool(env.DATABASE_URL, 3, {});
  closing.push(() => pool.end());
  const [first, second] = [await hold(), await hold()];
  const hangUp = new AbortController();
  const before = waitFor(pool, first, "before");
  await first.untilWaited();
  const left = withDeadline(60_000, async () => waitFor(pool, second, "left"), { hangUp: hangUp.signal }).catch((error: unknown) => error);
  const after = pool`select 'after' as name`.execute();
  await beside`select 1`;
  hangUp.abort();
  expect(await left).toBeInstanceOf(ClientGone);
  await first.release();
  expect(await Promise.all([before, after])).toEqual([[{ name: "before" }], [{ name: "after" }]]);
  await second.untilIdle();
  await second.release();
});

test("the rows of a statement are its own after one that failed between two rows", async () => {
  const pool = openPool(env.DATABASE_URL, 3, {});
  closing.push(() => pool.end());
  const divide = (limit: number) => pool`select 6 / (${limit}::int - n) as n from generate_series(1, 9) n`;
  for (const limit of [3, 5]) await expect(divide(limit)).rejects.toThrow("division");
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
});

/** The driver drops a 0, and its types want a number. */
const texts = (limit: string) => ({ statement_timeout: limit }) as object;

test("Postgres itself ends a page's statement whose cancellation was lost, and leaves those of jobs as long as they take", async () => {
  const pool = openPool(env.DATABASE_URL, 3, { silenceMs: 10_000, connection: texts("0") });
  closing.push(() => pool.end());
  const limitOf = async (of: postgres.Sql) => (await of<{ statement_timeout: string }[]>`show statement_timeout`)[0]?.statement_timeout;
  expect(await Promise.all([limitOf(pool), limitOf(pool.forTransactions), limitOf(pool.forPages)])).toEqual(["0", "0", "11s"]);
  const own = openPool(env.DATABASE_URL, 3, { silenceMs: 10_000, connection: texts("5s") });
  closing.push(() => own.end());
  expect(await limitOf(own.forPages)).toBe("5s");
});
