import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import postgres from "postgres";
import type { Sql } from "postgres";
import { expect, inject, onTestFinished, test } from "vitest";
import { connectionParameters, nameOfInstances } from "#db/connection-parameters.ts";
import { migrateDatabase, planDatabase } from "#db/migrate.ts";
import { readCatalog } from "#e2e/setup/catalog.ts";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { version } from "#lib/platform/version.ts";

function open(url: string): Sql {
  const sql = postgres(url, { max: 1, connection: connectionParameters, onnotice: () => undefined });
  onTestFinished(() => sql.end());
  return sql;
}

async function createTestDatabase(template?: string): Promise<string> {
  const { url, remove } = await createDatabase(inject("databaseServer"), template);
  onTestFinished(remove);
  return url;
}

/** The database of a real earlier release: its demo, filled in part, as pg_dump wrote it, without the cities. */
async function restore(commit: string): Promise<string> {
  const url = await createTestDatabase();
  const dump = brotliDecompressSync(readFileSync(join(import.meta.dirname, `../e2e/databases/${commit}.sql.br`))).toString();
  // The dump changes the settings of its session.
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(dump);
  await sql.end();
  return url;
}

async function readNotes(sql: Sql): Promise<number[]> {
  const rows = await sql<{ when: number }[]>`select created_at::float8 as when from drizzle.__drizzle_migrations order by id`;
  return rows.map(({ when }) => when);
}

async function readSums(sql: Sql): Promise<unknown> {
  const [sums] = await sql`select
    (select count(*) from contracts) as contracts, (select count(*) from contracts where status = 'open') as open,
    (select sum(price_cents) from contract_products) as prices,
    (select sum(amount_cents) from premium_entries) as premiums,
    (select string_agg(status || n, ' ' order by status) from (select status, count(*) n from claims group by 1) c) as claims,
    (select sum(amount_cents) from settlements) as settled,
    (select string_agg(month || sha256 || md5(figures::text), ' ' order by world_id, month) from statements) as statements,
    (select string_agg(status || n, ' ' order by status) from (select status, count(*) n from deliveries group by 1) d) as deliveries,
    (select count(*) from delivery_attempts) as attempts, (select count(*) from events) as events,
    (select count(*) from audit_entries) as audited`;
  return sums;
}

test.each(["d3dd802e", "05d3cd72"])("the database of %s gets the schema of a new one, and keeps every sum", async (commit) => {
  const [url, fresh] = [await restore(commit), await createTestDatabase(inject("pristineDatabase"))];
  const [old, created] = [open(url), open(fresh)];
  const [before, earlier] = [await readSums(old), await readNotes(old)];
  for (const sum of Object.values(before as object)) expect(sum).not.toBeNull();
  await migrateDatabase(url);
  expect(await readSums(old)).toEqual(before);
  expect(await readCatalog(old)).toEqual(await readCatalog(created));
  const readCities = (sql: Sql) => sql`select md5(string_agg(c::text, ',' order by c::text)) from cities c`;
  expect(await readCities(old)).toEqual(await readCities(created));

  // A new database executes one file, and an older one notes it after those that it lacked.
  const [first, ...others] = await readNotes(created);
  expect([first, others.length + 1]).toEqual([version.firstMigration, version.migrations]);
  const notes = await readNotes(old);
  expect(notes.slice(0, earlier.length)).toEqual(earlier);
  expect(notes.slice(notes.indexOf(first ?? 0))).toEqual([first, ...others]);
  await migrateDatabase(url);
  expect(await readNotes(old)).toEqual(notes);
});

test("a database of a commit before d3dd802e is refused with what to do, and stays as it is", async () => {
  const url = await restore("d3dd802e");
  const sql = open(url);
  await sql`delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`;
  const before = await readCatalog(sql);
  await expect(migrateDatabase(url)).rejects.toThrow("start that commit on it once, and this release after it");
  expect(await readCatalog(sql)).toEqual(before);
});

test("what cannot run beside instances of the release before is refused while they are connected, and nothing is changed", async () => {
  const url = await restore("d3dd802e");
  const sql = open(url);
  const [before, notes] = [await readCatalog(sql), await readNotes(sql)];
  const plan = await planDatabase(url);
  expect(plan.filter(({ alone }) => alone !== undefined).map(({ tag }) => tag)).toEqual(["0025_one-answer-per-key"]);
  const instance = postgres(url, { max: 1, connection: { application_name: nameOfInstances } });
  await instance`select 1`;
  await expect(migrateDatabase(url)).rejects.toThrow(
    /^Stop all running instances first, .* 0025_one-answer-per-key .* Nothing was changed\.$/,
  );
  expect([await readCatalog(sql), await readNotes(sql)]).toEqual([before, notes]);
  await instance.end();
  await waitUntil(
    async () =>
      (await sql`select from pg_stat_activity where application_name = ${nameOfInstances} and datname = current_database()`).length === 0,
  );
  await migrateDatabase(url);
  expect(await planDatabase(url)).toEqual([]);
});

test("the guide's SQL restores what the oldest release needs, and its other SQL leads to this schema again", async () => {
  const url = await restore("d3dd802e");
  const sql = open(url);
  const readColumns = () => sql`
    select table_name, column_name, data_type from information_schema.columns
    where table_name in ('deployments', 'idempotency_keys') order by 1, 2`;
  const readKeys = () => sql`
    select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'p'
    and conrelid::regclass::text in ('deployments', 'idempotency_keys') order by 1`;
  const before = [await readColumns(), await readKeys()];
  await migrateDatabase(url);
  const after = await readCatalog(sql);
  const guide = readFileSync(join(import.meta.dirname, "../docs/operations/upgrade.md"), "utf8");
  const [back = "", forth = ""] = Array.from(guide.matchAll(/```sql\n(.*?)```/gs), ([, block]) => String(block));
  await sql.unsafe(back);
  expect([await readColumns(), await readKeys()]).toEqual(before);
  await sql.unsafe(forth);
  expect(await readCatalog(sql)).toEqual(after);
});
