import postgres from "postgres";
import type { Sql } from "postgres";
import { SetupError } from "#db/embedded/setup-error.ts";

/** A large migration of another start takes less. */
const defaultPatienceMs = 120_000;

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
