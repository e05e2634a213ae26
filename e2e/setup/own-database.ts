import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import { migrateDatabase } from "#db/migrate.ts";
import { completeEnvironment } from "#scripts/settings.ts";

/**
 * Gives a test file a database that no other one uses, so that its jobs may run at any time of any year:
 * `await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase())`, which runs before the imports.
 * `pool` is how many connections there are.
 */
export async function useOwnDatabase({ pool = 10 } = {}): Promise<void> {
  const name = `covergate_test_${randomBytes(6).toString("hex")}`;
  const url = Object.assign(new URL(inject("databaseUrl")), { pathname: name }).href;
  await run(`create database ${name}`);
  afterAll(async () => {
    const { sql } = await import("#db/client.ts");
    await sql.end();
    await run(`drop database ${name} with (force)`);
  });
  await migrateDatabase(url);
  completeEnvironment({ DATABASE_URL: url, DATABASE_POOL: String(pool) });
}

async function run(statement: string): Promise<void> {
  const server = postgres(inject("databaseUrl"), { max: 1 });
  await server.unsafe(statement);
  await server.end();
}
