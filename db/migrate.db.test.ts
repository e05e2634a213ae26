import postgres from "postgres";
import { afterAll, expect, inject, test } from "vitest";
import { connectionParameters } from "#db/connection-parameters.ts";
import { migrateDatabase } from "#db/migrate.ts";
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
