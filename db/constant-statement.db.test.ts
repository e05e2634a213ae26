import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#db/client.ts";
import { constantStatement, partsStatement } from "#db/constant-statement.ts";

test("a statement is written once, and takes other values each time", async () => {
  let timesWritten = 0;
  const write = () => {
    timesWritten += 1;
    return sql`select ${sql.placeholder("first")}::int - ${sql.placeholder("second")}::int as difference, ${sql.placeholder("first")}::text as first`;
  };
  const read = async (first: number, second: number) => [...(await db.execute(constantStatement("of a test", write, { first, second })))];
  expect(await read(5, 2)).toEqual([{ difference: 3, first: "5" }]);
  expect(await read(2, 5)).toEqual([{ difference: -3, first: "2" }]);
  expect(timesWritten).toBe(1);
});

test("a statement without one of its values is not executed", () => {
  expect(() => constantStatement("without a value", () => sql`select ${sql.placeholder("missing")}::int`, {})).toThrow("missing");
});

test("parts are executed together, each with its own rows", async () => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table constant_parts (word text) on commit drop`);
    const part = (name: string, words: readonly string[]) => ({
      name,
      write: (json: SQL) => sql`insert into pg_temp.constant_parts select json_array_elements_text(${json}::json)`,
      json: JSON.stringify(words),
    });
    await tx.execute(partsStatement([part("one_part", ["a", "b"]), part("other_part", ["c"])]));
    expect([...(await tx.execute(sql`select word from pg_temp.constant_parts order by word`))]).toEqual([
      { word: "a" },
      { word: "b" },
      { word: "c" },
    ]);
  });
});
