import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

const schema = join(import.meta.dirname, "schema");

test("docs/operations/size.md says of every table what ends its rows", async () => {
  const modules = await Promise.all(
    globSync("*.ts", { cwd: schema }).map(async (file) => (await import(join(schema, file))) as Record<string, unknown>),
  );
  const tables = modules.flatMap((module) => Object.values(module).flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : [])));
  const page = readFileSync(join(import.meta.dirname, "../docs/operations/size.md"), "utf8");
  const [section = ""] = page.slice(page.indexOf("## What grows")).split("\n\n## ", 1);
  const firstCells = section.split("\n").flatMap((line) => (line.startsWith("| `") ? [line.split("|")[1] ?? ""] : []));
  const named = firstCells.flatMap((cell) => Array.from(cell.matchAll(/`(\w+)`/g), ([, name]) => String(name)));
  expect(named.toSorted()).toEqual(tables.toSorted());
});
