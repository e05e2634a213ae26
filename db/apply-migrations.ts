import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "postgres";
import { nameOfInstances } from "#db/connection-parameters.ts";
import { hasCode } from "#db/driver.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { listPending } from "#db/pending-migrations.ts";
import type { Migration } from "#db/pending-migrations.ts";

export interface LockPatience {
  /** How long a migration waits for a lock. Requests that come after it wait behind it for that time. */
  lockMs?: number;
  /** The pause in which those requests are served, before the migration tries again. */
  pauseMs?: number;
  attempts?: number;
}

/**
 * Applies the migrations of a folder of drizzle-kit that the database lacks. Each is a transaction of its own, which gives up a lock that it
 * does not get soon and tries again. Rejects with the error of Postgres; the migrations before the failed one stay applied.
 */
export async function applyMigrations(sql: Sql, folder: string, patience: LockPatience = {}): Promise<void> {
  const pending = await listPending(sql, folder);
  await assertAlone(sql, pending);
  await sql`create schema if not exists drizzle`;
  await sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  for (const migration of pending) await applyPatiently(sql, migration, patience);
}

/** Throws SetupError, before anything is locked, if instances are connected beside which a migration cannot run. */
async function assertAlone(sql: Sql, pending: readonly Migration[]): Promise<void> {
  const migration = pending.find(({ alone }) => alone !== undefined);
  if (migration === undefined) return;
  const instances = await sql<{ address: string }[]>`
    select distinct coalesce(host(client_addr), 'this machine') as address from pg_stat_activity
    where datname = current_database() and application_name = ${nameOfInstances} order by 1`;
  if (instances.length === 0) return;
  const addresses = instances.map(({ address }) => address).join(", ");
  throw new SetupError(
    `Stop all running instances first, and start this release then (docs/operations/upgrade.md): the migration ${migration.tag} cannot run beside them, since ${migration.alone}. They are connected from ${addresses}. Nothing was changed.`,
  );
}

async function applyPatiently(
  sql: Sql,
  { statements, hash, when }: Migration,
  { lockMs = 2_000, pauseMs = 1_000, attempts = 40 }: LockPatience,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${String(lockMs)}, true)`;
        for (const statement of statements) await tx.unsafe(statement);
        await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${when})`;
      });
      return;
    } catch (error) {
      const isLocked = hasCode(error, "55P03") || hasCode(error, "40P01");
      if (!isLocked || attempt === attempts) throw error;
      await pause(pauseMs);
    }
  }
}
