import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { readTestSettings } from "#scripts/settings.ts";

/** Gives a project's tests a database of their own, migrated, and takes it away afterwards. */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "covergate-test-"));
  const { TEST_DATABASE_URL } = readTestSettings();
  const database = TEST_DATABASE_URL === undefined ? await startDatabase(dataDirectory) : await createDatabase(TEST_DATABASE_URL);
  const tearDown = async () => {
    await database.remove();
    rmSync(dataDirectory, { recursive: true });
  };
  project.provide("databaseUrl", database.url);
  project.provide("dataDirectory", dataDirectory);
  try {
    await migrateDatabase(database.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

interface TestDatabase {
  url: string;
  remove(): Promise<unknown>;
}

async function startDatabase(dataDirectory: string): Promise<TestDatabase> {
  const embedded = await reserveEmbeddedPostgres(dataDirectory, { durable: false });
  const server = await embedded.start();
  return { url: embedded.url, remove: () => server.stop() };
}

async function createDatabase(server: string): Promise<TestDatabase> {
  const name = `covergate_test_${randomBytes(6).toString("hex")}`;
  const run = async (statement: string) => {
    const sql = postgres(server, { max: 1 });
    await sql.unsafe(statement);
    await sql.end();
  };
  await run(`create database ${name}`);
  return { url: Object.assign(new URL(server), { pathname: name }).href, remove: () => run(`drop database ${name} with (force)`) };
}
