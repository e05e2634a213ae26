import { once } from "node:events";
import { connect as connectTo } from "node:net";
import type { Socket } from "node:net";
import type { Sql, TransactionSql } from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { openPool } from "#db/driver.ts";
import { env } from "#lib/platform/env.ts";

const name = `driver ${process.pid}`;
const connect = (count: number) => openPool(env.DATABASE_URL, count, { onnotice: () => undefined, connection: { application_name: name } });
const sql = connect(4);

afterAll(() => sql.end());

/** Around the number of statements that the driver pipelines before it waits for answers. */
const crowds = Array.from({ length: 12 }, (_, more) => 194 + more);

test("transactions start while connections are full of statements, and none stays open", async () => {
  await Promise.all(crowds.map(() => sql`select 1 as one`));
  for (const crowd of crowds) {
    const statements = Array.from({ length: crowd }, () => sql<{ one: number }[]>`select 1 as one`.execute());
    const transactions = Array.from({ length: 4 }, () =>
      sql.begin(async (tx) => [await tx`select pg_backend_pid() as pid`, await tx`select pg_backend_pid() as pid`]),
    );
    const [answers, begun] = await Promise.all([Promise.all(statements), Promise.all(transactions)]);
    expect(answers).toHaveLength(crowd);
    for (const [first, second] of begun) expect(second).toEqual(first);
    const open = await sql`select from pg_stat_activity where application_name = ${name} and state like 'idle in transaction%'`;
    expect(open).toHaveLength(0);
  }
});

test("a failed transaction releases its connection to the next", async () => {
  const failing = Array.from({ length: 5 }, () => sql.begin((tx) => tx`select 1 / 0`));
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(failing.map(() => "rejected"));
  await expect(sql.begin((tx) => tx`select 1 as one`)).resolves.toMatchObject([{ one: 1 }]);
});

/** A pool with its sockets, in the order of their connections. */
function observe(): { observed: Sql; sockets: Socket[] } {
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(env.DATABASE_URL);
  const socket = async () => {
    const made = connectTo(Number(port), hostname);
    sockets.push(made);
    await once(made, "connect");
    return made;
  };
  // The driver's types do not name the setting.
  const settings = { onnotice: () => undefined, socket };
  return { observed: openPool(env.DATABASE_URL, 2, settings), sockets };
}

test("a transaction keeps its connection to itself when the socket has sent everything", async () => {
  const { observed, sockets } = observe();
  const idOf = (tx: TransactionSql) => tx<{ id: string }[]>`select pg_current_xact_id()::text as id`;
  let beside: Promise<{ id: string }[]> | undefined;
  const [own] = await observed.begin(async (tx) => {
    await idOf(tx);
    // Over TLS this may come after the answer to what was sent.
    for (const one of sockets) one.emit("drain");
    beside = observed.begin(idOf);
    await tx`select 1`;
    return idOf(tx);
  });
  const [other] = (await beside) ?? [];
  expect(other?.id).toMatch(/^\d+$/);
  expect(other?.id).not.toBe(own?.id);
  await observed.end();
});

test("statements that come before and while another one is prepared anew get their own answers", async () => {
  const { observed, sockets } = observe();
  await observed`create table retyped as select 1 as n`;
  const find = (n: number) => observed<{ n: number | string }[]>`select n from retyped where n = ${n}`;
  expect(await find(1)).toEqual([{ n: 1 }]);
  const say = (text: string) => observed<{ text: string }[]>`select ${text}::text as text`;
  await say("before");
  await observed`alter table retyped alter n type bigint`;
  const [socket] = sockets;
  const named = Promise.withResolvers<{ text: string }[]>();
  socket?.once("data", () => queueMicrotask(() => void say("meanwhile").then(named.resolve, named.reject)));
  expect(await find(1)).toEqual([{ n: "1" }]);
  expect(await named.promise).toEqual([{ text: "meanwhile" }]);
  await observed`alter table retyped alter n type numeric(3, 1)`;
  expect(await Promise.all([find(1), say("behind")])).toEqual([[{ n: "1.0" }], [{ text: "behind" }]]);
  await observed.end();
});

test("a statement that cannot be sent fails alone, and the others get their own answers", async () => {
  const one = connect(2);
  const instant = (at: Date) => one<{ ms: number }[]>`select 1000 * extract(epoch from ${at}::timestamptz)::int as ms`;
  await instant(new Date(0));
  const answers = await Promise.allSettled([
    one`select 'first' as name`,
    instant(new Date(Number.NaN)),
    instant(new Date(5000)),
    one`select 'last' as name`,
  ]);
  expect(answers).toMatchObject([
    { value: [{ name: "first" }] },
    { reason: expect.any(RangeError) },
    { value: [{ ms: 5000 }] },
    { value: [{ name: "last" }] },
  ]);
  await one.end();
});

describe.concurrent("a client that lost a connection can be closed", () => {
  test("during a transaction", async () => {
    const losing = connect(2);
    await expect(losing.begin((tx) => tx`select pg_terminate_backend(pg_backend_pid())`)).rejects.toThrow("CONNECTION_CLOSED");
    await losing.end();
  });

  test("during a statement", async () => {
    const losing = connect(2);
    await expect(losing`select pg_terminate_backend(pg_backend_pid())`).rejects.toBeInstanceOf(Error);
    await losing.end();
  });
});
