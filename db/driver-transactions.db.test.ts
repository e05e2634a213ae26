import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeadlineExceeded, withDeadline } from "#db/deadline.ts";
import { openPool, pipelineTransactions } from "#db/driver.ts";
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
      create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
      create constraint trigger waits after insert on slow deferrable initially deferred for each row execute function wait()`);
    const committed = withDeadline(300, () => sql.begin((tx) => tx`insert into slow values ('kept')`));
    await expect(committed).resolves.toHaveLength(0);
    expect(await sql`select from slow`).toHaveLength(1);
  });
});

describe("a pipelined transaction", () => {
  const pipelined = pipelineTransactions(sql);
  const insert = (tx: postgres.TransactionSql, name: string) => tx`insert into outlived values (${name})`;
  const names = async (like: string) =>
    (await sql<{ name: string }[]>`select name from outlived where name like ${like}`).map(({ name }) => name);

  test("runs all of its statements in one transaction", async () => {
    const transactionOf = (tx: postgres.TransactionSql) => tx<{ id: string }[]>`select pg_current_xact_id()::text as id`;
    const [, [first], , [second]] = await pipelined.begin((tx) =>
      Promise.all([insert(tx, "piped 1"), transactionOf(tx), insert(tx, "piped 2"), transactionOf(tx)]),
    );
    expect(first?.id).toBe(second?.id);
    expect(await names("piped _")).toEqual(["piped 1", "piped 2"]);
  });

  test.each(["first", "last"])("whose %s statement fails is rolled back with its error, and its connection is reused", async (which) => {
    const failing = pipelined.begin((tx) => {
      const inserted = () => insert(tx, "piped in vain");
      const failed = () => tx`select 1 / 0`;
      return Promise.all(which === "first" ? [failed(), inserted()] : [inserted(), failed()]);
    });
    await expect(failing).rejects.toThrow("division by zero");
    await pipelined.begin((tx) => insert(tx, `piped after the ${which}`));
    expect(await names("piped in vain")).toEqual([]);
    expect(await names(`piped after the ${which}`)).toHaveLength(1);
  });

  test("whose work fails before its statements are answered is rolled back", async () => {
    const failing = pipelined.begin(async (tx) => {
      void insert(tx, "piped without end").execute();
      await Promise.reject(new Error("a reason"));
    });
    await expect(failing).rejects.toThrow("a reason");
    expect(await names("piped without end")).toEqual([]);
  });

  test("rejects if a statement failed, even if its own work succeeds", async () => {
    const hiding = pipelined.begin((tx) => Promise.allSettled([insert(tx, "piped and hidden"), tx`select 1 / 0`]));
    await expect(hiding).rejects.toThrow("rolled back");
    expect(await names("piped and hidden")).toEqual([]);
  });

  test("of which a value cannot be written commits nothing, whether its statements are prepared or not", async () => {
    const instant = (tx: postgres.TransactionSql, at: Date) => tx`select ${at}::timestamptz as piped`;
    const both = (name: string, at: Date) => pipelined.begin((tx) => Promise.all([insert(tx, name), instant(tx, at)]));
    await expect(both("piped in part", new Date(Number.NaN))).rejects.toBeInstanceOf(RangeError);
    await both("piped as a whole", new Date(0));
    await expect(both("piped in part", new Date(Number.NaN))).rejects.toBeInstanceOf(RangeError);
    expect(await names("piped in part")).toEqual([]);
    expect(await names("piped as a whole")).toHaveLength(1);
  });

  test("whose prepared statements Postgres has forgotten does nothing, and the next one works", async () => {
    const forgetting = openPool(env.DATABASE_URL, 2, {});
    const { begin } = pipelineTransactions(forgetting);
    const both = (name: string) => begin((tx) => Promise.all([insert(tx, name), insert(tx, name)]));
    await both("piped and prepared");
    await begin((tx) => tx.unsafe("deallocate all"));
    await expect(both("piped and forgotten")).rejects.toThrow("does not exist");
    await both("piped after all");
    await forgetting.end();
    expect(await names("piped and forgotten")).toEqual([]);
    expect(await names("piped after all")).toHaveLength(2);
  });

  test("refuses a statement that waits for a response", async () => {
    const late = pipelined.begin(async (tx) => {
      await tx`select 1`;
      await insert(tx, "piped too late");
    });
    await expect(late).rejects.toThrow("after the COMMIT");
    expect(await names("piped too late")).toEqual([]);
  });

  test("that loses its connection ends in an error, and the next one works", async () => {
    const losing = pipelined.begin((tx) => Promise.all([insert(tx, "piped and lost"), tx`select pg_terminate_backend(pg_backend_pid())`]));
    await expect(losing).rejects.toBeInstanceOf(Error);
    await pipelined.begin((tx) => insert(tx, "piped at last"));
    expect(await names("piped at last")).toHaveLength(1);
    expect(await names("piped and lost")).toEqual([]);
  });

  test("whose deadline passes before its COMMIT is rolled back", async () => {
    const busy = Promise.withResolvers<void>();
    const holding = sql.begin(() => busy.promise);
    const settled = Promise.withResolvers<unknown>();
    const late = withDeadline(50, () => {
      const transaction = pipelined.begin((tx) => insert(tx, "piped past its deadline"));
      transaction.then(settled.resolve, settled.resolve);
      return transaction;
    });
    await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
    busy.resolve();
    await holding;
    expect(await settled.promise).toBeInstanceOf(DeadlineExceeded);
    expect(await names("piped past its deadline")).toEqual([]);
  });

  test("that waits for a lock at its deadline is cancelled, and not done when the lock is released", async () => {
    await beside`create table locked (name text)`;
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = beside.begin(async (tx) => {
      await tx`lock table locked`;
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const waiting = withDeadline(200, () =>
      pipelined.begin((tx) => Promise.all([insert(tx, "piped before"), tx`insert into locked values ('x')`])),
    );
    await expect(waiting).rejects.toBeInstanceOf(DeadlineExceeded);
    held.resolve();
    await holding;
    await pipelined.begin((tx) => insert(tx, "piped after a lock"));
    expect(await names("piped before")).toEqual([]);
    expect(await sql`select from locked`).toHaveLength(0);
  });
});
