import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { migrateDatabase } from "#db/migrate.ts";
import { env } from "#lib/env.ts";

const other = postgres(env.DATABASE_URL, { max: 1 });
afterAll(() => other.end());

test("a start waits for another one, and says what to do when that does not end", async () => {
  await other`select pg_advisory_lock(hashtext('covergate migrations'))`;
  await expect(migrateDatabase(env.DATABASE_URL, { patienceMs: 50 })).rejects.toThrow("Another start has been at work on the database");
  const waiting = migrateDatabase(env.DATABASE_URL);
  await other`select pg_advisory_unlock(hashtext('covergate migrations'))`;
  await waiting;
});
