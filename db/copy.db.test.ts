import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { copyRows, endStandingCopies } from "#db/copy.ts";
import { instant } from "#db/schema/columns.ts";

const copied = pgTable("copied", { id: integer("id").primaryKey(), name: text("name"), lastSeen: instant("last_seen") });
type Row = typeof copied.$inferSelect;

beforeEach(async () => {
  await sql`drop table if exists copied`;
  await sql`create table copied (id int primary key, name text, last_seen timestamptz(3))`;
});

afterAll(async () => {
  await sql`drop table copied`;
});

async function readAll(): Promise<Row[]> {
  const rows = await sql<{ id: number; name: string | null; ms: string | null }[]>`
    select id, name, (extract(epoch from last_seen) * 1000)::bigint as ms from copied order by id`;
  return rows.map(({ ms, ...rest }) => ({ ...rest, lastSeen: ms === null ? null : new Date(Number(ms)) }));
}

function row(id: number, changes: Partial<Row> = {}): Row {
  return { id, name: `row ${id}`, lastSeen: null, ...changes };
}

test("rows are there as they were given", async () => {
  const rows = [
    row(-2_147_483_648, { name: null, lastSeen: new Date("1969-07-20T20:17:40.001Z") }),
    row(-1, { name: "" }),
    row(0, { name: "\\N\t\\.\r\n\u0001\u001f\u007f Île de Ré 🚲", lastSeen: new Date("2000-01-01T00:00:00.000Z") }),
    row(1, { name: "🚲".repeat(100_000), lastSeen: new Date("9999-12-31T23:59:59.999Z") }),
    row(2_147_483_647),
  ];
  await copyRows(sql, copied, rows);
  expect(await readAll()).toEqual(rows);
});

test("half of a surrogate pair, which is no text, is replaced", async () => {
  await copyRows(sql, copied, [row(1, { name: "a\ud83d" }), row(2)]);
  expect(await readAll()).toEqual([row(1, { name: "a\ufffd" }), row(2)]);
});

const many = Array.from({ length: 200 }, (_, place) => row(place, { name: "long ".repeat(10_000) }));

test.each([
  ["one that is there already", [row(1), row(2), row(1)]],
  ["the first of some megabytes", [row(0), ...many]],
  ["the last of some megabytes", [...many, row(0)]],
  ["a text with a NUL", [row(1), row(2, { name: "\0" })]],
])("where one row is refused, %s, none is added, and who asked is told", async (_name, rows) => {
  await expect(copyRows(sql, copied, rows)).rejects.toThrow(postgres.PostgresError);
  expect(await readAll()).toEqual([]);
  await copyRows(sql, copied, [row(7)]);
  expect(await readAll()).toEqual([row(7)]);
});

test("a number that no column holds is refused before anything is sent", async () => {
  await expect(copyRows(sql, copied, [row(1), row(2_147_483_648)])).rejects.toThrow(RangeError);
  expect(await readAll()).toEqual([]);
});

test("a column of another type is named", async () => {
  const other = pgTable("other", { told: jsonb("told") });
  await expect(copyRows(sql, other, [{ told: {} }])).rejects.toThrow("told");
});

/** Ends the connection of the copying that waits for a transaction's end. */
async function loseWaiting(): Promise<void> {
  const ended = await sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where query like '%copy "copied"%' and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;
  expect(ended).toHaveLength(1);
}

test.each([
  ["before it takes rows", "lock table copied in exclusive mode"],
  ["after all rows were sent", "insert into copied values (1)"],
])("who asked is told of a connection that is lost %s, and the next rows are added", async (_name, statement) => {
  const undone = new Error("undone");
  const holding = sql.begin(async (tx) => {
    await tx.unsafe(statement);
    const [, told] = await Promise.allSettled([vi.waitFor(loseWaiting), copyRows(sql, copied, [row(1)])]);
    expect(told.status).toBe("rejected");
    throw undone;
  });
  await expect(holding).rejects.toBe(undone);
  await copyRows(sql, copied, [row(7)]);
  expect(await readAll()).toEqual([row(7)]);
});

test("a process that stands still before it sends its rows keeps its lock no longer than is waited for it", async () => {
  const standing = sql.begin(async (tx) => {
    const copy = await tx.unsafe(`copy copied from stdin`).writable();
    await new Promise((_resolve, reject) => copy.once("error", reject));
  });
  const ended = Promise.allSettled([standing]);
  const countLocks = async () =>
    (await sql`select 1 from pg_locks where relation = 'copied'::regclass and mode = 'RowExclusiveLock'`).count;
  await vi.waitFor(async () => expect(await countLocks()).toBe(1));
  await endStandingCopies(sql, 3_600_000);
  expect(await countLocks()).toBe(1);
  await endStandingCopies(sql, 0);
  expect(await ended).toMatchObject([{ status: "rejected", reason: { code: "CONNECTION_CLOSED" } }]);
  expect(await countLocks()).toBe(0);
});
