import { inspect } from "node:util";
import { sql as query } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { preparing } from "#db/preparing.ts";
import { env } from "#lib/env.ts";

// One connection: statements are prepared on each by itself.
const sql = postgres(env.DATABASE_URL, { max: 1 });
const db = drizzle(preparing(sql));

afterAll(() => sql.end());

async function isPrepared(mark: string): Promise<boolean> {
  const rows =
    await sql`select from pg_prepared_statements where statement like ${`%${mark}%`} and statement not like '%pg_prepared_statements%'`;
  return rows.length > 0;
}

test("a statement is prepared, in and outside of transactions", async () => {
  await db.execute(query`select ${1}::int as outside`);
  await db.transaction(async (tx) => {
    await tx.execute(query`select ${1}::int as inside`);
    await tx.transaction((nested) => nested.execute(query`select ${1}::int as nested`));
  });
  expect(await Promise.all(["as outside", "as inside", "as nested"].map(isPrepared))).toEqual([true, true, true]);
});

test("a statement of many parameters is not kept", async () => {
  const many = Array.from({ length: 51 }, (_, number) => query`${number}::int`);
  expect(await db.execute(query`select ${query.join(many, query` + `)} as long`)).toEqual([{ long: 1275 }]);
  expect(await isPrepared("as long")).toBe(false);
});

test("the error of a statement tells none of its parameters, however it is printed", async () => {
  const failure = await db.execute(query`select 1 / length(left(${"a secret"}, 0))`).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  const { message, stack } = failure as Error;
  expect(message).toContain("Failed query: select 1 / length");
  for (const printed of [message, stack, inspect(failure), JSON.stringify(failure)]) expect(printed).not.toContain("a secret");
});
