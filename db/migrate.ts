import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Sql } from "postgres";
import { applyMigrations } from "#db/apply-migrations.ts";
import { connectionParameters } from "#db/connection-parameters.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { planMigrations } from "#db/plan-migrations.ts";
import type { PlannedMigration } from "#db/plan-migrations.ts";
import { loadCities } from "#lib/insurance/geo/load-cities.ts";
import { ensurePublicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { driverHosts, parseDatabaseAddress } from "#lib/platform/database/address.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

/** A large migration of another start takes less. */
const defaultPatienceMs = 120_000;

const folder = join(import.meta.dirname, "migrations");
const oldestMajor = 15;
const connectSeconds = 10;

export interface MigrationSettings {
  /** Used instead of TCP. */
  socket?: string | undefined;
  /** The setting that holds the address. */
  setting?: "DATABASE_URL" | "DATABASE_DIRECT_URL";
  /** How long it waits for another start. */
  patienceMs?: number;
}

/**
 * Migrates the database to this release, with cities and public tariff; concurrent starts wait for each other. Throws SetupError where no
 * supported Postgres answers, or the lock is not free in time.
 */
export async function migrateDatabase(url: string, settings: MigrationSettings = {}): Promise<void> {
  await useServer(url, settings, async (sql) => {
    await acquireMigrationLock(sql, "covergate migrations", settings.patienceMs);
    try {
      await applyMigrations(sql, folder);
      await ensurePartitions(sql, currentTime());
    } catch (error) {
      if (error instanceof SetupError) throw error;
      const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new SetupError(`The database could not be brought to this release: ${explain(reason)}.`, { cause: error });
    }
    await loadCities(sql);
    await ensurePublicTariff(drizzle(sql));
  });
}

/** Says what `migrateDatabase` would do, and changes nothing. */
export function planDatabase(url: string, settings: MigrationSettings = {}): Promise<PlannedMigration[]> {
  return useServer(url, settings, (sql) => planMigrations(sql, folder));
}

async function useServer<Result>(
  url: string,
  { socket = "", setting = "DATABASE_URL" }: MigrationSettings,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const server = `${nameOf(url)} (${setting})`;
  // One connection past any pooler, since the lock of migrations belongs to its session.
  const sql = postgres(url, {
    ...driverHosts(url),
    max: 1,
    path: socket,
    connect_timeout: connectSeconds,
    onnotice: () => undefined,
    connection: { ...connectionParameters, application_name: "covergate-migrate" },
  });
  try {
    await checkServer(sql, server);
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Returns the name of a database for people, without the password. */
function nameOf(url: string): string {
  try {
    const { hosts, database } = parseDatabaseAddress(url);
    return `${database} at ${hosts.map(({ host, port }) => `${host}:${port}`).join(", ")}`;
  } catch (error) {
    throw new SetupError(`DATABASE_URL ${error instanceof Error ? error.message : String(error)}.`);
  }
}

async function checkServer(sql: postgres.Sql, name: string): Promise<void> {
  const server = await sql<{ major: number; version: string; encoding: string; isNew: boolean }[]>`
    select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding, to_regclass('public.contracts') is null as "isNew"`.catch((error: unknown) => {
    throw new SetupError(`The database ${name} cannot be used: ${explain(error)}.`);
  });
  const [row] = server;
  if (row !== undefined && row.encoding !== "UTF8" && row.isNew) {
    throw new SetupError(
      `The database ${name} has the encoding ${row.encoding}, and Covergate needs UTF8: create it with encoding 'UTF8' (docs/operations/database.md).`,
    );
  }
  if (row && row.major < oldestMajor) {
    throw new SetupError(`The database ${name} is Postgres ${row.version}: Covergate needs ${oldestMajor} or newer.`);
  }
}

/** The missing right, by the message of Postgres. */
const missingRights: readonly [said: RegExp, right: string][] = [
  [/for database|create extension/, "the right CREATE on the database"],
  [/for schema/, "the right CREATE on that schema"],
  [/must be owner/, "to own what Covergate created before, or to act as the role that does"],
];

/** Without the secrets of the address. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : undefined;
  if (code === "ECONNREFUSED" || code === "CONNECT_TIMEOUT") return `nothing answers there (${code})`;
  const right = code === "42501" ? missingRights.find(([said]) => said.test(error.message))?.[1] : undefined;
  if (right !== undefined) return `${error.message}. The role in DATABASE_URL needs ${right} (docs/operations/database.md)`;
  if (error.message.includes("unsupported startup parameter")) {
    return `a pooler answers there (${error.message}): name the server itself in DATABASE_DIRECT_URL (docs/operations/pooler.md)`;
  }
  return error.message === "" ? (code ?? error.name) : error.message;
}

/** Locks out other starts for the session of `sql`, which has one connection. Throws SetupError after `patienceMs`. */
export async function acquireMigrationLock(sql: Sql, name: string, patienceMs = defaultPatienceMs): Promise<void> {
  try {
    await sql`select set_config('lock_timeout', ${String(patienceMs)}, true), pg_advisory_lock(hashtext(${name}))`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && error.code === "55P03")) throw error;
    throw new SetupError(
      `Another start has been at work on the database for ${Math.ceil(patienceMs / 1000)} s: wait for it, or, if there is none and DATABASE_URL is a pooler in transaction mode, let DATABASE_DIRECT_URL name the server itself (docs/operations/pooler.md).`,
      { cause: error },
    );
  }
}
