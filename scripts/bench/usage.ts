import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { retentionOf } from "#scripts/bench/retention.ts";
import type { Retention } from "#scripts/bench/retention.ts";

/** Of one operation, or of many: milliseconds of processor time, bytes of tables by how long they are kept, and of the write-ahead log. */
export interface Cost {
  instanceMs: number;
  postgresMs: number;
  callBytes: number;
  trafficBytes: number;
  answerBytes: number;
  restBytes: number;
  logBytes: number;
}

export interface Usage extends Cost {
  at: number;
}

export interface Meter {
  read(): Promise<Usage>;
}

/** Linux counts processor time in hundredths of a second. */
const msPerTick = 10;

/** Reads what an instance and the embedded Postgres of a data directory have used, from /proc and from Postgres itself. */
export async function openMeter(sql: Sql, instancePid: number, dataDirectory: string): Promise<Meter> {
  const postmaster = Number(readFileSync(join(dataDirectory, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  return {
    async read() {
      const sizes = await sql<{ name: string; bytes: number }[]>`
        select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace`;
      const sum = (retention: Retention) =>
        sizes.reduce((total, { name, bytes }) => (retentionOf(name) === retention ? total + bytes : total), 0);
      return {
        at: performance.now(),
        instanceMs: timesOf(instancePid).own,
        postgresMs: timeOfFamily(postmaster),
        callBytes: sum("calls"),
        trafficBytes: sum("traffic"),
        answerBytes: sum("answers"),
        restBytes: sum("kept"),
        logBytes: await readLog(sql),
      };
    },
  };
}

/** The cost of each of `count` operations between two readings, less what an idle installation uses in that time. */
export function costBetween(before: Usage, after: Usage, count: number, idle?: Cost): Cost {
  const idleShare = idle === undefined ? 0 : (after.at - before.at) / idleMs;
  const each = (name: keyof Cost) => Math.max(0, after[name] - before[name] - (idle?.[name] ?? 0) * idleShare) / count;
  return {
    instanceMs: each("instanceMs"),
    postgresMs: each("postgresMs"),
    callBytes: each("callBytes"),
    trafficBytes: each("trafficBytes"),
    answerBytes: each("answerBytes"),
    restBytes: each("restBytes"),
    logBytes: each("logBytes"),
  };
}

/** Bytes of the write-ahead log so far. */
export async function readLog(sql: Sql): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`;
  return row.bytes;
}

/** How long an idle installation is watched. */
export const idleMs = 10_000;

/** Cores in use over some seconds. */
export function perSecond({ instanceMs, postgresMs }: Cost, seconds: number): { instance: number; postgres: number } {
  return { instance: instanceMs / 1000 / seconds, postgres: postgresMs / 1000 / seconds };
}

function timeOfFamily(parent: number): number {
  const { own, ended } = timesOf(parent);
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return children.reduce((sum, name) => {
    try {
      const times = timesOf(Number(name));
      return times.parent === parent ? sum + times.own : sum;
    } catch (error) {
      // It ended meanwhile, and is counted with its parent.
      if ((error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ESRCH") return sum;
      throw error;
    }
  }, own + ended);
}

/** Milliseconds of a process, and of its children that have ended (proc_pid_stat(5)). */
function timesOf(pid: number): { parent: number; own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before may hold anything.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { parent, own: (user + system) * msPerTick, ended: (endedUser + endedSystem) * msPerTick };
}
