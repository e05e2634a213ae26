import { inspect } from "node:util";
import { sql as query } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { pino } from "pino";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { prepareStatements, violatesConstraint } from "#db/driver.ts";
import { env } from "#lib/platform/env.ts";

// One connection, since statements are prepared per connection.
const sql = postgres(env.DATABASE_URL, { max: 1 });
const db = drizzle(prepareStatements(sql));

afterAll(() => sql.end());

async function isPrepared(mark: string): Promise<boolean> {
  const rows =
    await sql`select from pg_prepared_statements where statement like ${`%${mark}%`} and statement not like '%pg_prepared_statements%'`;
  return rows.length > 0;
}

test("a statement is prepared inside and outside of transactions", async () => {
  await db.execute(query`select ${1}::int as outside`);
  await db.transaction(async (tx) => {
    await tx.execute(query`select ${1}::int as inside`);
    await tx.transaction((nested) => nested.execute(query`select ${1}::int as nested`));
  });
  expect(await Promise.all(["as outside", "as inside", "as nested"].map(isPrepared))).toEqual([true, true, true]);
});

test("a statement with many parameters is not cached", async () => {
  const many = Array.from({ length: 51 }, (_, number) => query`${number}::int`);
  expect(await db.execute(query`select ${query.join(many, query` + `)} as long`)).toEqual([{ long: 1275 }]);
  expect(await isPrepared("as long")).toBe(false);
});

/** An error in every form in which it may be printed. */
function printsOf(error: unknown): string[] {
  return [
    String(error),
    (error as Error).stack ?? "",
    inspect(error),
    JSON.stringify(error),
    JSON.stringify(pino.stdSerializers.err(error as Error)),
  ];
}

test("a statement's error contains none of its parameters, however it is printed", async () => {
  const failure = await db.execute(query`select 1 / length(left(${"a secret"}, 0))`).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect((failure as Error).message).toContain("Failed query: select 1 / length");
  for (const print of printsOf(failure)) expect(print).not.toContain("a secret");
});

test("a refused row's error contains none of its values, except in its `detail`", async () => {
  await sql`create temporary table people (email text unique, age int check (age > 0))`;
  await sql`insert into people values ('a secret')`;
  const insert = "insert into people values ($1, $2)";
  const rows: [string, number][] = [
    ["a secret", 1],
    ["another secret", 0],
  ];
  for (const row of rows) {
    const wrapped = await db.execute(query`insert into people values (${row[0]}, ${row[1]})`).catch((error: unknown) => error);
    const failures = [wrapped, (wrapped as Error).cause, await sql.unsafe(insert, row).catch((error: unknown) => error)];
    for (const print of failures.flatMap(printsOf)) expect(print).not.toContain("secret");
    expect(failures.slice(1)).toMatchObject([{ detail: expect.stringContaining("secret") }, { detail: expect.stringContaining("secret") }]);
    expect(violatesConstraint(wrapped, row[1] === 0 ? "people_age_check" : "people_email_key")).toBe(true);
  }
});
