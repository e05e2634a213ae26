import { join } from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { SetupError } from "#db/embedded/setup-error.ts";
import { loadCities } from "#db/geo/load.ts";
import { acquireMigrationLock } from "#db/migration-lock.ts";
import { ensurePartitions } from "#db/partitions.ts";
import { ensurePublicTariff } from "#db/seed/tariff.ts";
import { currentTime } from "#lib/clock.ts";

const oldestMajor = 15;
const connectSeconds = 10;

export interface MigrationSettings {
  /** Used instead of TCP. */
  socket?: string | undefined;
  /** How long it waits for another start. */
  patienceMs?: number;
}

/**
 * Migrates the database to this release, with cities and public tariff; concurrent starts wait for each other. Throws SetupError where no
 * supported Postgres answers, or the lock is not free in time.
 */
export async function migrateDatabase(url: string, { socket = "", patienceMs }: MigrationSettings = {}): Promise<void> {
  if (!URL.canParse(url)) {
    throw new SetupError("DATABASE_URL is not an address: it should look like postgres://user:password@host:5432/database.");
  }
  // One connection, since the lock belongs to its session.
  const sql = postgres(url, {
    max: 1,
    path: socket,
    connect_timeout: connectSeconds,
    onnotice: () => undefined,
    connection: { application_name: "covergate-migrate", TimeZone: "UTC" },
  });
  try {
    await checkServer(sql, url);
    await acquireMigrationLock(sql, "covergate migrations", patienceMs);
    await migrate(drizzle(sql), { migrationsFolder: join(import.meta.dirname, "migrations") }).catch((error: unknown) => {
      const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new SetupError(`The database could not be brought to this release: ${explain(reason)}.`, { cause: error });
    });
    await ensurePartitions(sql, currentTime());
    await loadCities(sql);
    await ensurePublicTariff(drizzle(sql));
  } finally {
    await sql.end();
  }
}

async function checkServer(sql: postgres.Sql, url: string): Promise<void> {
  const { host, pathname } = new URL(url);
  const server = await sql<{ major: number; version: string }[]>`
    select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version`.catch(
    (error: unknown) => {
      throw new SetupError(`The database ${pathname.slice(1)} at ${host} (DATABASE_URL) cannot be used: ${explain(error)}.`);
    },
  );
  const [found] = server;
  if (found && found.major < oldestMajor) {
    throw new SetupError(`The database at ${host} (DATABASE_URL) is Postgres ${found.version}: Covergate needs ${oldestMajor} or newer.`);
  }
}

/** Without the secrets of the address. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : undefined;
  if (code === "ECONNREFUSED" || code === "CONNECT_TIMEOUT") return `nothing answers there (${code})`;
  return error.message === "" ? (code ?? error.name) : error.message;
}
