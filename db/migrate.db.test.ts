import postgres from "postgres";
import { afterAll, expect, test, vi } from "vitest";
import { migrateDatabase } from "#db/migrate.ts";
import { env } from "#lib/env.ts";

const other = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => other.end());

test("a start waits for another one's migration, and says what to do if it does not end", async () => {
  await other`select pg_advisory_lock(hashtext('covergate migrations'))`;
  await expect(migrateDatabase(env.DATABASE_URL, { patienceMs: 50 })).rejects.toThrow("Another start has been at work on the database");
  const waiting = migrateDatabase(env.DATABASE_URL);
  const isWaiting = async () =>
    (await other`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`).length === 1;
  await vi.waitUntil(isWaiting, { timeout: 10_000 });
  await other`select pg_advisory_unlock(hashtext('covergate migrations'))`;
  await waiting;
});
