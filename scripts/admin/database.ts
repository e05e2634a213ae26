import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { superuser } from "#db/embedded/cluster.ts";
import { reserveEmbeddedPostgres } from "#db/embedded/embedded.ts";
import type { EmbeddedPostgres } from "#db/embedded/embedded.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { migrateDatabase, planDatabase } from "#db/migrate.ts";
import type { PlannedMigration } from "#db/plan-migrations.ts";
import { completeEnvironment, readStartSettings } from "#scripts/settings.ts";
import type { StartSettings } from "#scripts/settings.ts";

interface DatabaseFacts {
  url: string;
  /** "" if there is none, or none that is known. */
  socket: string;
  close(): Promise<void>;
}

/**
 * Runs `work` on the database of `DATABASE_URL`, or on the embedded one, which it starts unless Covergate is running. A `SetupError`
 * without a database. Modules that read the settings may only be imported inside `work`.
 */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const settings = readStartSettings();
  const { url, socket, close } = await openServer(settings, { migrates: true });
  try {
    completeEnvironment({ DATABASE_URL: url, DATABASE_SOCKET: socket, APP_SECRET: settings.APP_SECRET ?? readSecret(settings) });
    if (settings.DATABASE_URL === undefined) completeEnvironment({ DATABASE_DIRECT_URL: "", DATABASE_REPLICA_URL: "" });
    return await workOnPool(work);
  } finally {
    await close();
  }
}

/** Says what the migrations of this release will do to the same database, in whatever state it is. */
export async function planMigration(): Promise<PlannedMigration[]> {
  const { url, socket, close } = await openServer(readStartSettings(), { migrates: false });
  try {
    return await planDatabase(url, { socket });
  } finally {
    await close();
  }
}

async function openServer(settings: StartSettings, options: { migrates: boolean }): Promise<DatabaseFacts> {
  if (settings.DATABASE_URL === undefined) return openEmbedded(settings.DATA_DIR, options);
  return { url: settings.DATABASE_URL, socket: settings.DATABASE_SOCKET ?? "", close: async () => undefined };
}

async function workOnPool<Result>(work: () => Promise<Result>): Promise<Result> {
  await import("#lib/platform/env.ts").catch((error: unknown) => {
    throw error instanceof Error ? new SetupError(error.message) : error;
  });
  const { sql } = await import("#db/client.ts");
  const { assertSecretFits } = await import("#scripts/secret.ts");
  try {
    await assertSecretFits();
    return await work();
  } finally {
    await sql.end();
  }
}

/** The secret that Covergate made at its first start. None is made here, since keys under another secret would work nowhere. */
function readSecret({ DATA_DIR }: StartSettings): string {
  const file = join(DATA_DIR, "app-secret");
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new SetupError(
    `There is neither APP_SECRET nor ${file}: set the APP_SECRET that Covergate runs with, or DATA_DIR to its data directory.`,
  );
}

async function openEmbedded(dataDirectory: string, { migrates }: { migrates: boolean }): Promise<DatabaseFacts> {
  if (!existsSync(join(dataDirectory, "postgres"))) {
    throw new SetupError(
      `There is no database in ${dataDirectory}: start Covergate there once with npm start, or set DATABASE_URL or DATA_DIR.`,
    );
  }
  let embedded: EmbeddedPostgres;
  try {
    embedded = await reserveEmbeddedPostgres(dataDirectory, { durable: true });
  } catch (error) {
    const url = findRunningDatabase(dataDirectory);
    if (url === undefined) throw error;
    return { url, socket: "", close: async () => undefined };
  }
  const server = await embedded.start();
  if (migrates) await migrateDatabase(embedded.url, { socket: embedded.socket });
  return { url: embedded.url, socket: embedded.socket ?? "", close: () => server.stop() };
}

/** The address of the Postgres that a running Covergate started in this directory, from the file that Postgres keeps while it runs. */
export function findRunningDatabase(dataDirectory: string): string | undefined {
  try {
    const lines = readFileSync(join(dataDirectory, "postgres/postmaster.pid"), "utf8").split("\n");
    const password = readFileSync(join(dataDirectory, "postgres-password"), "utf8");
    return lines[7]?.trim() === "ready" ? `postgres://${superuser}:${password}@127.0.0.1:${lines[3]}/postgres` : undefined;
  } catch {
    // No server has started there yet.
    return undefined;
  }
}
