import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import type { Running } from "#scripts/lifecycle.ts";

/** Starts an embedded Postgres on an empty database in a temporary directory, as durable as a production one; the settings that lead to it. */
export async function openDatabase(running: Running): Promise<{ DATABASE_URL: string; DATABASE_SOCKET: string; DATA_DIR: string }> {
  const directory = mkdtempSync(join(tmpdir(), "covergate-bench-"));
  running.onStop(async () => rmSync(directory, { recursive: true }));
  const embedded = await reserveEmbeddedPostgres(directory, { durable: true });
  const postgres = await embedded.start();
  running.onStop(() => postgres.stop());
  await migrateDatabase(embedded.url);
  return { DATABASE_URL: embedded.url, DATABASE_SOCKET: embedded.socket ?? "", DATA_DIR: directory };
}
