import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { readTestSettings } from "#scripts/settings.ts";

/** Gives a project's tests a database of their own, and a pristine one to make others of; takes them away afterwards. */
export default async function setUpDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dataDirectory = mkdtempSync(join(tmpdir(), "covergate-test-"));
  const undo: (() => unknown)[] = [() => rmSync(dataDirectory, { recursive: true })];
  const tearDown = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const server = readTestSettings().TEST_DATABASE_URL ?? (await startServer(dataDirectory, undo));
    const pristine = await createDatabase(server);
    undo.push(pristine.remove);
    await migrateDatabase(pristine.url);
    const shared = await createDatabase(server, pristine.name);
    undo.push(shared.remove);
    project.provide("pristineDatabase", pristine.name);
    project.provide("databaseServer", server);
    project.provide("databaseUrl", shared.url);
    project.provide("dataDirectory", dataDirectory);
  } catch (error) {
    await tearDown();
    throw error;
  }
  return tearDown;
}

async function startServer(dataDirectory: string, undo: (() => unknown)[]): Promise<string> {
  const embedded = await reserveEmbeddedPostgres(dataDirectory, { durable: false });
  const server = await embedded.start();
  undo.push(() => server.stop());
  return embedded.url;
}
