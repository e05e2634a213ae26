import { globSync } from "node:fs";
import { join } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test, vi } from "vitest";
import { sql } from "#db/client.ts";
import { conditionFor, readMovedTables } from "#lib/moves/tables.ts";

// Other tests make tables of their own.
await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase());

const owner = { partnerId: "ptn_01JD3W7Q8ZK5T9V0XR2M4N6P8A", worldIds: [-7, -8] };

test("every table of the schema moves with a partner or is known to stay", async () => {
  const moved = new Set((await readMovedTables(sql)).map(({ name }) => name));
  const root = join(import.meta.dirname, "../..");
  const modules = await Promise.all(
    globSync("db/schema/*.ts", { cwd: root }).map((file) => import(join(root, file)) as Promise<Record<string, unknown>>),
  );
  const ofSchema = modules.flatMap((module) => Object.values(module)).filter((value) => is(value, PgTable));
  const withOwner = ofSchema
    .map((table) => getTableConfig(table))
    .filter(({ columns }) => columns.some(({ name }) => name === "world_id" || name === "partner_id"));
  expect(withOwner.length).toBeGreaterThan(15);
  expect(withOwner.map(({ name }) => name).filter((name) => !moved.has(name))).toEqual([]);
});

test("a table that nothing is known of stops a move", async () => {
  await sql.begin(async (tx) => {
    await tx`create table moved_nowhere (id text primary key)`;
    await expect(readMovedTables(tx)).rejects.toThrow("moved_nowhere");
    await tx`drop table moved_nowhere`;
    await tx`create table moved_by_its_world (id text primary key, world_id integer not null)`;
    expect((await readMovedTables(tx)).find(({ name }) => name === "moved_by_its_world")?.kind).toBe("owned");
    await tx`drop table moved_by_its_world`;
  });
});

test("a table comes after those that it refers to", async () => {
  const tables = await readMovedTables(sql);
  const names = tables.map(({ name }) => name);
  for (const { name, foreignKeys } of tables) {
    for (const { parent } of foreignKeys.filter((each) => each.parent !== name && names.includes(each.parent))) {
      expect(names.indexOf(parent), `${name} refers to ${parent}`).toBeLessThan(names.indexOf(name));
    }
  }
});

test("the rows of every table can be told from those of other partners", async () => {
  const tables = await readMovedTables(sql);
  const condition = conditionFor(tables, owner);
  for (const table of tables) {
    const [row] = await sql.unsafe<{ count: string }[]>(`select count(*) from ${table.name} t where ${condition(table, "t")}`);
    expect(row?.count, table.name).toBe("0");
  }
});
