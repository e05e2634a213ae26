import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, inject, onTestFinished, test } from "vitest";
import { applyMigrations } from "#db/apply-migrations.ts";
import { connectionParameters } from "#db/connection-parameters.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { planMigrations } from "#db/plan-migrations.ts";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { setOddDefaults } from "#e2e/setup/odd-defaults.ts";
import { waitUntil } from "#e2e/setup/wait-for.ts";
import { env } from "#lib/platform/env.ts";

const other = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => other.end());

test("a start waits for another one's migration, and says what to do if it does not end", async () => {
  await other`select pg_advisory_lock(hashtext('covergate migrations'))`;
  await expect(migrateDatabase(env.DATABASE_URL, { patienceMs: 50 })).rejects.toThrow("Another start has been at work on the database");
  const waiting = migrateDatabase(env.DATABASE_URL);
  const isWaiting = async () =>
    (await other`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`).length === 1;
  await waitUntil(isWaiting);
  await other`select pg_advisory_unlock(hashtext('covergate migrations'))`;
  await waiting;
});

test("a migration makes the same database whatever defaults its database has", async () => {
  const [odd, usual] = [await createDatabase(inject("databaseServer")), await createDatabase(inject("databaseServer"))];
  await setOddDefaults(odd.url);
  for (const { url } of [odd, usual]) await migrateDatabase(url);
  const describe = async (url: string) => {
    const sql = postgres(url, { max: 1, connection: connectionParameters });
    const [tables, [sample]] = [
      await sql`select relnamespace::regnamespace::text as schema, relname as name, relkind as kind from pg_class
        where relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1, 2`,
      await sql`select (select count(*) from cities) as cities, (select md5(string_agg(hash, ',' order by id)) from drizzle.__drizzle_migrations) as hashes,
        (select count(*) from tariffs) as tariffs`,
    ];
    await sql.end();
    return { tables, sample };
  };
  expect(await describe(odd.url)).toEqual(await describe(usual.url));
  for (const database of [odd, usual]) await database.remove();
});

/** Writes a folder as drizzle-kit does, with a migration for each text. */
function writeMigrations(...texts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "covergate-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "meta"));
  const entries = texts.map((_text, index) => ({ idx: index, when: index + 1, tag: `000${index}`, breakpoints: true }));
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, `000${index}.sql`), text);
  return folder;
}

async function openEmptyDatabase() {
  const { url, remove } = await createDatabase(inject("databaseServer"));
  const [migrating, requests] = [postgres(url, { max: 1, onnotice: () => undefined }), postgres(url, { max: 2 })];
  onTestFinished(async () => {
    await Promise.all([migrating.end(), requests.end()]);
    await remove();
  });
  return { migrating, requests };
}

test("a migration that does not get its lock gives way to requests, and is applied once the lock is free", async () => {
  const { migrating, requests } = await openEmptyDatabase();
  await requests`create table things (id int)`;
  const reader = await requests.reserve();
  await reader`begin`;
  await reader`select from things`;
  const applied = applyMigrations(migrating, writeMigrations("alter table things add column name text"), {
    lockMs: 50,
    pauseMs: 10,
    attempts: 1_000_000,
  });
  await waitUntil(async () => (await reader`select from pg_locks where not granted`).length > 0);
  // It comes after the migration, and would wait behind it for as long as the reader holds its lock.
  await requests`select from things`;
  await reader`commit`;
  await applied;
  reader.release();
  expect(await requests`select name from things`).toEqual([]);
});

test("a migration that fails changes nothing, and those before it stay", async () => {
  const { migrating, requests } = await openEmptyDatabase();
  const first = "create table things (id int)";
  const failing = "alter table things add column name text;--> statement-breakpoint\nselect 1 / 0";
  await expect(applyMigrations(migrating, writeMigrations(first, failing))).rejects.toThrow("division by zero");
  expect(await requests`select column_name from information_schema.columns where table_name = 'things'`).toEqual([{ column_name: "id" }]);
  await applyMigrations(migrating, writeMigrations(first, "alter table things add column name text"));
  expect(await requests`select name from things`).toEqual([]);
});

/** The modes of locks, the weakest first. */
const modes = [
  "AccessShare",
  "RowShare",
  "RowExclusive",
  "ShareUpdateExclusive",
  "Share",
  "ShareRowExclusive",
  "Exclusive",
  "AccessExclusive",
];

test.each([
  "alter table things add column name text",
  "alter table parts add constraint parts_thing foreign key (thing) references things",
  "create index things_by_id on things (id)",
  "create unique index things_once on things using btree (id)",
  "drop index parts_by_thing",
  "drop table parts",
  "alter index parts_by_thing set (fillfactor = 90)",
  "create trigger watched after insert on things for each row execute function suppress_redundant_updates_trigger()",
  "update things set id = id - 1",
  "delete from parts",
  "create table others (thing int references things)",
])("the plan of a migration names the locks that it takes, and executes nothing: %s", async (statement) => {
  const { migrating, requests } = await openEmptyDatabase();
  await requests.unsafe(`
    create table things (id int primary key); create table parts (thing int);
    create index parts_by_thing on parts (thing);
    insert into things select generate_series(1, 1000); analyze things;
    create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const readTables = () => requests`select relname from pg_class where relnamespace = 'public'::regnamespace order by 1`;
  const before = await readTables();
  const [plan] = await planMigrations(migrating, writeMigrations(`-- A sentence.\n${statement};`));
  expect(await readTables()).toEqual(before);
  const planned = plan?.statements.flatMap(({ locks }) => locks.map(({ table, mode }) => [table, mode])) ?? [];
  for (const { rows } of plan?.statements[0]?.locks.filter(({ table }) => table === "things") ?? []) expect(rows).toBe(1000);

  const tables = await requests<{ name: string; oid: number; of: string }[]>`
    select c.relname as name, c.oid, coalesce(i.indrelid, c.oid)::regclass::text as of from pg_class c
    left join pg_index i on i.indexrelid = c.oid where c.relname in ('things', 'parts', 'parts_by_thing')`;
  await requests.begin(async (tx) => {
    await tx.unsafe(statement);
    const taken = await tx<{ oid: number; mode: string }[]>`
      select relation as oid, mode from pg_locks where pid = pg_backend_pid() and relation = any(${tables.map(({ oid }) => oid)})`;
    const strongest = new Map<string, number>();
    for (const { oid, mode } of taken) {
      const { of = "" } = tables.find((table) => table.oid === oid) ?? {};
      strongest.set(of, Math.max(strongest.get(of) ?? 0, modes.indexOf(mode.replace("Lock", ""))));
    }
    // The plan leaves out the locks of reading.
    const stopping = [...strongest].filter(([, mode]) => mode >= modes.indexOf("RowExclusive"));
    const spelled = stopping.map(([table, mode]) => [table, modes[mode]?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ").toUpperCase()]);
    expect(Object.fromEntries(planned)).toEqual(Object.fromEntries(spelled));
  });
});

test("a new database with another encoding than UTF8 is refused, with what to do", async () => {
  const ascii = await createDatabase(inject("databaseServer"), "template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'");
  await expect(migrateDatabase(ascii.url)).rejects.toThrow(/encoding SQL_ASCII, and Covergate needs UTF8/);
  await ascii.remove();
});
