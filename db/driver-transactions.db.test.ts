import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { currentDeadline, DeadlineExceeded, withDeadline } from "#db/deadline.ts";
import type { Deadline } from "#db/deadline.ts";
import { openPool } from "#db/driver.ts";
import { waitFor } from "#e2e/setup/wait-for.ts";
import { env } from "#lib/platform/env.ts";

// One connection for transactions, so that a lost one must be replaced.
const sql = openPool(env.DATABASE_URL, 2, { backoff: () => 0 });
const beside = postgres(env.DATABASE_URL, { max: 1, onnotice: () => undefined });

afterAll(() => Promise.all([sql.end({ timeout: 1 }), beside.end()]));
beforeAll(async () => void (await beside`create table outlived (name text)`));

/** Terminates a connection as a restart of the database does. */
async function lose(pid: number): Promise<void> {
  await beside`select pg_terminate_backend(${pid}, 10000)`;
}

async function pidOf(tx: postgres.TransactionSql): Promise<number> {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? Number.NaN;
}

/** Work of transactions whose connection is lost; each must fail and leave nothing. */
const losses: [what: string, work: (tx: postgres.TransactionSql) => Promise<unknown>][] = [
  [
    "during a statement",
    async (tx) => {
      const pid = await pidOf(tx);
      await Promise.all([tx`select pg_sleep(60)`, lose(pid)]);
    },
  ],
  [
    "between two statements",
    async (tx) => {
      await lose(await pidOf(tx));
      await tx`select 1`;
    },
  ],
  ["before its commit", async (tx) => lose(await pidOf(tx))],
  [
    "in a savepoint",
    (tx) =>
      tx.savepoint(async (inner) => {
        await lose(await pidOf(tx));
        await inner`select 1`;
      }),
  ],
  [
    "and that fails because of something else",
    async (tx) => {
      const pid = await pidOf(tx);
      await Promise.allSettled([tx`select pg_sleep(60)`, lose(pid)]);
      throw new Error("something else");
    },
  ],
];

describe("a transaction that loses its connection", () => {
  test.each(losses)("%s ends in an error, and the next one works", async (what, work) => {
    for (let round = 0; round < 3; round += 1) {
      const lost = sql.begin(async (tx) => {
        await tx`insert into outlived values (${what})`;
        return work(tx);
      });
      await expect(lost).rejects.toBeInstanceOf(Error);
      // On the replacement of the lost connection.
      await sql.begin((tx) => tx`insert into outlived values (${`after ${what}`})`);
      expect(await sql`select name from outlived where name = ${what}`).toEqual([]);
    }
    expect(await sql`select name from outlived where name = ${`after ${what}`}`).toHaveLength(3);
  });
});

test("a transaction that fails by itself is rolled back with its error", async () => {
  const failing = sql.begin(async (tx) => {
    await tx`insert into outlived values ('rolled back')`;
    throw new Error("a reason");
  });
  await expect(failing).rejects.toThrow("a reason");
  expect(await sql`select from outlived where name = 'rolled back'`).toHaveLength(0);
});

test("a transaction whose COMMIT rolled it back ends in an error", async () => {
  const forgetting = openPool(env.DATABASE_URL, 2, {});
  await forgetting.begin((tx) => tx`select 1`);
  const lost = forgetting.begin(async (tx) => {
    await tx`insert into outlived values ('in vain')`;
    // Simulates a pooler without prepared statements: the driver's COMMIT fails, and then ends a failed transaction.
    await tx.unsafe("deallocate all");
  });
  await expect(lost).rejects.toThrow("rolled back");
  expect(await sql`select from outlived where name = 'in vain'`).toHaveLength(0);
  await expect(forgetting.begin((tx) => tx`select 1 as one`)).resolves.toEqual([{ one: 1 }]);
  await forgetting.end();
});

test("a failed savepoint is rolled back alone", async () => {
  await sql.begin(async (tx) => {
    await tx`insert into outlived values ('kept')`;
    const inner = tx.savepoint(async (nested) => {
      await nested`insert into outlived values ('taken back')`;
      throw new Error("a reason");
    });
    await expect(inner).rejects.toThrow("a reason");
  });
  expect(await sql`select name from outlived where name in ('kept', 'taken back')`).toEqual([{ name: "kept" }]);
});

describe("a transaction whose deadline has passed", () => {
  const insert = (name: string) => (tx: postgres.TransactionSql) => tx`insert into outlived values (${name})`;

  test("is rolled back, even if its work succeeds later", async () => {
    const over = Promise.withResolvers<void>();
    const settled = Promise.withResolvers<unknown>();
    const late = withDeadline(50, () => {
      const transaction = sql.begin(async (tx) => {
        await insert("too late")(tx);
        await over.promise;
      });
      transaction.then(settled.resolve, settled.resolve);
      return transaction;
    });
    await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
    over.resolve();
    expect(await settled.promise).toBeInstanceOf(DeadlineExceeded);
    expect(await sql`select from outlived where name = 'too late'`).toHaveLength(0);
  });

  test("does not start", async () => {
    const over = Promise.withResolvers<void>();
    const settled = Promise.withResolvers<unknown>();
    const late = withDeadline(50, async () => {
      await over.promise;
      await sql.begin(insert("never begun")).then(settled.resolve, settled.resolve);
    });
    await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
    over.resolve();
    expect(await settled.promise).toBeInstanceOf(DeadlineExceeded);
  });

  test("may finish if its COMMIT was sent in time", async () => {
    await beside`create table slow (name text)`;
    await beside.unsafe(`
      create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return null; end $$;
      create constraint trigger waits after insert on slow deferrable initially deferred for each row execute function wait()`);
    await beside`select pg_advisory_lock(1)`;
    let deadline: Deadline | undefined;
    const committed = withDeadline(1_000, () => {
      deadline = currentDeadline();
      return sql.begin((tx) => tx`insert into slow values ('kept')`);
    });
    await waitFor(() => expect(deadline?.reason).toBeInstanceOf(DeadlineExceeded));
    await beside`select pg_advisory_unlock(1)`;
    await expect(committed).resolves.toHaveLength(0);
    expect(await sql`select from slow`).toHaveLength(1);
  });
});
