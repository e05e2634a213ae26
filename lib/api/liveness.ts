import postgres from "postgres";
import { sql } from "#db/client.ts";
import { wasHeard } from "#db/lost-connections.ts";
import { driverHosts } from "#lib/platform/database/address.ts";
import { env } from "#lib/platform/env.ts";
import { log } from "#lib/platform/log/log.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";
import { version } from "#lib/platform/version.ts";

const lookMs = 1_000;
/** Longer than a failover takes, and than connections are replaced after. */
const stuckMs = 60_000;

interface Probes {
  /** A statement over the pool. */
  pool: () => Promise<unknown>;
  /** A statement over a connection of its own. */
  database: () => Promise<unknown>;
  /** True if a connection of the pool received something within the last `withinMs` milliseconds. */
  wasHeard: (withinMs: number) => boolean;
}

/**
 * Checks the pool. If it has not answered for a minute but a fresh connection does, only a restart of the process helps. A pool
 * whose connections all wait for a lock, as during a migration, is busy: a new process would wait as well.
 */
export function watchPool({ pool, database, wasHeard: isHeard }: Probes): (now: Date) => Promise<"answers" | "silent" | "stuck"> {
  let silentSince: Date | undefined;
  return async (now) => {
    try {
      await withTimeout(lookMs, pool());
      silentSince = undefined;
      return "answers";
    } catch (error) {
      silentSince ??= now;
      if (now.getTime() - silentSince.getTime() < stuckMs || isHeard(stuckMs)) return "silent";
      const isThere = await withTimeout(lookMs, database()).then(
        () => true,
        () => false,
      );
      if (!isThere) return "silent";
      log.fatal({ error, silentSince }, "the database answers, but not this process's connections");
      return "stuck";
    }
  };
}

export const probes: Probes = {
  pool: () => sql`select 1`,
  wasHeard: (withinMs) => wasHeard(sql, withinMs),
  async database() {
    const own = postgres(env.DATABASE_URL, {
      ...driverHosts(env.DATABASE_URL),
      path: env.DATABASE_SOCKET ?? "",
      max: 1,
    });
    try {
      await own`select 1`;
    } finally {
      await own.end({ timeout: 0 });
    }
  },
};

const look = watchPool(probes);

/** 200 while the process can work, also while the database is away, which a restart does not mend; 503 where only a restart helps. */
export async function liveness(): Promise<Response> {
  const pool = await look(currentTime());
  const isStuck = pool === "stuck";
  return Response.json(
    { status: isStuck ? "stuck" : "ok", version: version.version, commit: version.commit, migration: version.migration },
    { status: isStuck ? 503 : 200 },
  );
}
