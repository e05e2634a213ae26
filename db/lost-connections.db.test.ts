import type postgres from "postgres";
import { afterEach, describe, expect, test } from "vitest";
import { withDeadline, withPatience } from "#db/deadline.ts";
import { isTransient, openPool } from "#db/driver.ts";
import { findFreePort } from "#db/embedded/free-port.ts";
import { countConnections } from "#db/lost-connections.ts";
import { startTcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import type { TcpProxy } from "#e2e/setup/tcp-proxy.fixture.ts";
import { env } from "#lib/platform/env.ts";

const silenceMs = 1_000;
const deadlineMs = silenceMs + 200;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A pool that reaches the database through a proxy. */
async function openProxied(count: number, settings: object = {}): Promise<{ sql: postgres.Sql; proxy: TcpProxy; closed: object[] }> {
  const url = new URL(env.DATABASE_URL);
  const proxy = await startTcpProxy(Number(url.port));
  closing.push(() => proxy.close());
  url.port = String(proxy.port);
  const closed: object[] = [];
  const onSilence = (what: object) => void closed.push(what);
  const sql = openPool(url.href, count, { backoff: () => 0.05, connect_timeout: 1, silenceMs, onSilence, ...settings });
  closing.push(() => sql.end({ timeout: 1 }));
  return { sql, proxy, closed };
}

const inTime = <Result>(work: () => Promise<Result>) => withDeadline(deadlineMs, work);
const one = (sql: postgres.Sql) => inTime(() => sql<{ one: number }[]>`select 1 as one`);
const inTransaction = (sql: postgres.Sql) => inTime(() => sql.begin((tx) => tx`select 1 as one`));
/** Opens every connection of the pool. */
const fill = (sql: postgres.Sql, count: number) =>
  Promise.all(Array.from({ length: count }, () => [sql`select pg_sleep(0.05)`, sql.begin((tx) => tx`select pg_sleep(0.05)`)]).flat());

test.each([
  ["statement", one],
  ["transaction", inTransaction],
])("after the deadline of a %s on a silent connection, statements and transactions use new connections", async (_what, run) => {
  const { sql, proxy, closed } = await openProxied(8);
  await fill(sql, 4);
  const before = proxy.connections();
  proxy.silence();
  await expect(run(sql)).rejects.toThrow(/CONNECTION_CLOSED|cancelled at its deadline|it took longer/);
  // A destroyed connection counts as idle until the event loop has closed it.
  await expect.poll(() => ({ closed: closed.length, idle: countConnections(sql).idle })).toEqual({ closed: 1, idle: 0 });
  // One after the other, each would meet another silent connection.
  for (let round = 0; round < 8; round += 1) {
    await expect(one(sql)).resolves.toEqual([{ one: 1 }]);
    await expect(inTransaction(sql)).resolves.toEqual([{ one: 1 }]);
  }
  expect(proxy.connections()).toBeGreaterThan(before);
});

test("all connections recover if all of them were in use when the database went silent", async () => {
  const { sql, proxy } = await openProxied(4);
  await fill(sql, 2);
  proxy.silence();
  const lost = Array.from({ length: 6 }, () => [one(sql), inTransaction(sql)]).flat();
  expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(lost.map(() => "rejected"));
  await expect.poll(() => Promise.all([one(sql), inTransaction(sql)])).toEqual([[{ one: 1 }], [{ one: 1 }]]);
});

test("a statement that gets no connection before its deadline is never executed", async () => {
  const { sql, proxy } = await openProxied(2);
  await sql`create table late (name text)`;
  await proxy.refuseNew();
  proxy.silence();
  const lost = ["sent", "waiting"].map((name) => inTime(() => sql`insert into late values (${name})`));
  expect((await Promise.allSettled(lost)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await proxy.pass();
  await expect.poll(() => one(sql).catch(() => [])).toEqual([{ one: 1 }]);
  expect(await sql`select name from late where name = 'waiting'`).toEqual([]);
});

test("a statement that got no connection fails with a retryable error, even if its deadline is far", async () => {
  const { sql } = await openProxied(2);
  const gate = Promise.withResolvers<void>();
  const busy = withPatience(async () => sql.begin(() => gate.promise));
  const waiting = withDeadline(60_000, () => sql.begin((tx) => tx`select 1`)).catch((error: unknown) => error);
  const failure = await waiting;
  expect({ isTransient: isTransient(failure), failure }).toMatchObject({ isTransient: true });
  gate.resolve();
  await busy;
});

test("a new connection to a silent server is abandoned, and its statement is never executed", async () => {
  const { sql, proxy } = await openProxied(2);
  proxy.silenceNew();
  await expect(one(sql)).rejects.toThrow(/cancelled at its deadline|it took longer|CONNECT/);
  await proxy.pass();
  await expect.poll(() => one(sql).catch(() => [])).toEqual([{ one: 1 }]);
  await expect(inTransaction(sql)).resolves.toEqual([{ one: 1 }]);
});

describe("among several hosts", () => {
  const address = (ports: number[]) => env.DATABASE_URL.replace(/@[^/]+/, `@${ports.map((port) => `127.0.0.1:${port}`).join(",")}`);
  const open = (...ports: number[]) => {
    const sql = openPool(address(ports), 4, { backoff: () => 0.05, connect_timeout: 1, silenceMs });
    closing.push(() => sql.end({ timeout: 1 }));
    return sql;
  };
  const good = Number(new URL(env.DATABASE_URL).port);
  const startSilent = async () => {
    const proxy = await startTcpProxy(good);
    closing.push(() => proxy.close());
    proxy.silenceNew();
    return proxy;
  };

  test("refusing and silent ones are skipped, once", async () => {
    const silent = await startSilent();
    const sql = open(await findFreePort("127.0.0.1"), silent.port, good);
    await expect(sql`select 1 as one`).resolves.toEqual([{ one: 1 }]);
    await fill(sql, 2);
    // Later connections begin with the host that answered.
    expect(silent.connections()).toBe(1);
  });

  test("each is tried once if none responds, and the statement fails", async () => {
    const silent = await startSilent();
    const sql = open(silent.port, await findFreePort("127.0.0.1"));
    await expect(sql`select 1`).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await expect(sql.begin((tx) => tx`select 1`)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(silent.connections()).toBe(2);
  });
});

test("a slow database that keeps answering keeps its connections, and patient work keeps its slow statements", async () => {
  const { sql, proxy, closed } = await openProxied(4);
  await fill(sql, 2);
  const before = proxy.connections();
  proxy.delay(silenceMs / 4);
  await Promise.all(Array.from({ length: 6 }, () => withDeadline(60_000, () => sql`select`)));
  await withPatience(async () => sql`select pg_sleep(${(1.5 * silenceMs) / 1_000})`);
  expect(closed).toEqual([]);
  expect(proxy.connections()).toBe(before);
});

test("a connection to a server that became read-only is closed", async () => {
  const { sql, proxy } = await openProxied(2);
  await sql`set default_transaction_read_only = on`;
  const before = proxy.connections();
  await expect(sql`create table refused ()`).rejects.toMatchObject({ code: "25006" });
  await expect
    .poll(() => sql`show default_transaction_read_only`.catch(() => []))
    .toMatchObject([{ default_transaction_read_only: "off" }]);
  expect(proxy.connections()).toBe(before + 1);
});
