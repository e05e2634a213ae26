import { setTimeout as pause } from "node:timers/promises";
import type { Sql, TransactionSql } from "postgres";
import { replica, sql } from "#db/client.ts";
import { currentDeadline, withDeadline, withoutDeadline } from "#db/deadline.ts";
import { inTurn } from "#db/driver.ts";
import type { SplitPool } from "#db/driver.ts";
import { batchReads } from "#db/rows.ts";
import { log } from "#lib/platform/log/log.ts";
import { metrics } from "#lib/platform/metrics/metrics.ts";
import { perProcess } from "#lib/platform/process/reset.ts";
import { withTimeout } from "#lib/platform/time/with-timeout.ts";

/** How long a read waits for the replica to reach it: long for its connection, short for its replay of the log. */
const beginMs = 500;
const replayMs = 50;
const pauseMs = 5;

const lookMs = 1_000;
/** Further behind, no read tries it. */
const maxLagMs = 2_000;
/** Looks of ten minutes, after which a replica that is still away is known to be. */
const maxAhead = 600;

type Read<Result> = (server: Sql | TransactionSql) => PromiseLike<Result>;

/** Places in the primary's log are counted in bytes. */
interface Watch {
  isUsable: boolean;
  /** Commits of the primary that the replica has not replayed completely; oldest first. */
  ahead: { place: number; at: number }[];
  /** The latest moment up to which the replica is complete. */
  currentAt: number;
}

/**
 * Runs statements that only read: on a replica that has everything which was committed before this call, by
 * any instance; else on the primary. So nobody misses what they or others wrote, and a failure of the replica does not fail them.
 */
export async function readOnReplica<Result>(read: Read<Result>): Promise<Result> {
  const server = replica;
  const isOfPage = currentDeadline()?.page !== undefined;
  if (server === undefined) return read(sql);
  const watch = perProcess("replicaWatch", () => startWatch(server));
  if (watch.isUsable) {
    try {
      const place = await committed();
      const answer = await inTurn(() => readThere(server, place, read));
      if (answer !== undefined) {
        metrics.replicaReads.inc({ server: "replica" });
        return answer.result;
      }
      // Pages that wait for each other's connections say nothing about the server.
      watch.isUsable &&= isOfPage;
    } catch (error) {
      currentDeadline()?.assertNotOver();
      log.warn({ error }, "the replica failed; the primary is asked instead");
      watch.isUsable = false;
    }
  }
  metrics.replicaReads.inc({ server: "primary" });
  return read(sql);
}

/** Undefined if the replica is behind `place`. It is looked at on the connection that reads, since an address may have several replicas. */
async function readThere<Result>(server: SplitPool, place: number, read: Read<Result>): Promise<{ result: Result } | undefined> {
  const begun = Promise.withResolvers<boolean>();
  let isGivenUp = false;
  const pool = currentDeadline()?.page === undefined ? server : server.forPages;
  const reading = pool.begin("read only", async (tx) => {
    const hasReplayed = !isGivenUp && (await waitForReplay(tx, place, replayMs));
    begun.resolve(hasReplayed);
    return hasReplayed && !isGivenUp ? { result: await read(tx) } : undefined;
  }) as Promise<{ result: Result } | undefined>;
  reading.catch(begun.reject);
  try {
    return (await withTimeout(beginMs, begun.promise)) ? await reading : undefined;
  } finally {
    isGivenUp = true;
  }
}

/** How long a server takes until it has all that the primary has committed by now, in milliseconds; undefined after `patienceMs`. */
export async function measureDelay(server: Sql, patienceMs: number): Promise<number | undefined> {
  const started = performance.now();
  return (await waitForReplay(server, await committed(), patienceMs)) ? Math.round(performance.now() - started) : undefined;
}

async function waitForReplay(server: Sql | TransactionSql, place: number, patienceMs: number): Promise<boolean> {
  for (const until = performance.now() + patienceMs; ; await pause(pauseMs)) {
    if ((await replayedBy(server)) >= place) return true;
    if (performance.now() > until) return false;
  }
}

/** How much of the primary's log a server has replayed; -1 where it is no replica. */
async function replayedBy(server: Sql | TransactionSql): Promise<number> {
  const [row] = await server<{ place: number | null }[]>`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 end as place`;
  return row?.place ?? -1;
}

/** Shared by the calls of one turn of the event loop, and read after it. */
const readCommitted = batchReads(String, async () => {
  const rows = await sql<{ place: number }[]>`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 as place`;
  return new Map(rows.map(({ place }) => ["primary", place]));
});

/** How much of its log the primary has committed by now. */
async function committed(): Promise<number> {
  return (await readCommitted("primary")) ?? Number.POSITIVE_INFINITY;
}

/** Names the database, the same at the primary and its replicas. */
export async function identify(server: Sql): Promise<string> {
  const [row] = await server<{ id: string }[]>`
    select format('%s %s', system_identifier, current_database()) as id from pg_control_system()`;
  return row?.id ?? "";
}

/** Looks every second whether the replica can be used, and how far it is behind. */
function startWatch(server: Sql): Watch {
  const watch: Watch = { isUsable: false, ahead: [], currentAt: performance.now() };
  withoutDeadline(() => void keepLooking(server, watch));
  return watch;
}

async function keepLooking(server: Sql, watch: Watch): Promise<void> {
  let wasUsable = true;
  for (;;) {
    const reason = await withDeadline(lookMs, () => look(server, watch)).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (reason instanceof Error && "code" in reason && reason.code === "CONNECTION_ENDED") return;
    const lagMs = performance.now() - watch.currentAt;
    metrics.replicaLag.set(lagMs / 1000);
    watch.isUsable = reason === undefined && lagMs < maxLagMs;
    if (watch.isUsable !== wasUsable) {
      if (watch.isUsable) log.info("the replica is used");
      else log.warn({ error: reason, lagMs: Math.round(lagMs) }, "the replica is not used: it is away or behind");
    }
    wasUsable = watch.isUsable;
    await pause(lookMs, undefined, { ref: false });
  }
}

async function look(server: Sql, watch: Watch): Promise<void> {
  const [here, there] = await Promise.all([identify(sql), identify(server)]);
  if (here !== there) throw new Error("DATABASE_REPLICA_URL is another database than DATABASE_URL");
  const at = performance.now();
  const place = await committed();
  if (watch.ahead.length < maxAhead) watch.ahead.push({ place, at });
  const replayed = await replayedBy(server);
  while (watch.ahead[0] !== undefined && watch.ahead[0].place <= replayed) watch.currentAt = watch.ahead.shift()?.at ?? at;
}
