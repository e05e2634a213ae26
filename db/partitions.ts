import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import type { Sql, TransactionSql } from "postgres";
import { decodeTime, encodeTime } from "ulid";
import type { IdPrefix } from "#lib/platform/ids.ts";

/**
 * The tables partitioned by week: their key with its prefix, the column of `delivery_queue` that refers to unfinished rows, and unsearched
 * texts. An identifier begins with its time, so a week is a range of keys: the key stays one column, a look-up touches one partition, and
 * an old week is dropped. Each partition costs every statement that mentions the table time to plan, so there are no more of them.
 */
const partitionedTables = {
  calls: {
    key: "execution_id",
    prefix: "exec",
    queuedAs: null,
    texts: ["path", "query", "request_body", "response_body", "request_headers", "response_headers", "ip", "user_agent"],
  },
  events: { key: "id", prefix: "evt", queuedAs: "event_id", texts: ["payload"] },
  deliveries: { key: "id", prefix: "dlv", queuedAs: "delivery_id", texts: [] },
  delivery_attempts: { key: "delivery_id", prefix: "dlv", queuedAs: "delivery_id", texts: ["response_body"] },
} as const satisfies Record<string, { key: string; prefix: IdPrefix; queuedAs: string | null; texts: readonly string[] }>;

export type PartitionedTable = keyof typeof partitionedTables;
export const partitionedTableNames = Object.keys(partitionedTables) as PartitionedTable[];

/** The days, counted from 1970 in UTC, whose rows a partition has: from the first one to before `to`. */
export interface Partition {
  table: PartitionedTable;
  name: string;
  from: number;
  to: number;
}

const msPerDay = 86_400_000;
const daysPerWeek = 7;
/** 1 January 1970 was a Thursday. */
const daysSinceMonday = 3;
const daysAhead = 7;
const timeLength = 10;

const lockId = 4_201_001;
/** Short, since other statements queue behind a waiting lock. */
const lockTimeout = "250ms";
const tries = 10;
const pauseMs = 500;

/** Creates missing partitions of today and the seven days after it; safe with several instances. */
export async function ensurePartitions(sql: Sql, now: Date): Promise<void> {
  const today = dayOf(now);
  for (const table of partitionedTableNames) {
    for (let day = today; day <= today + daysAhead;) day = (await ensurePartition(sql, table, day)).to;
  }
}

/** Lists the attached partitions of a table but the default one, oldest first. Those of an earlier release have a day each. */
export async function listPartitions(sql: Sql | TransactionSql, table: PartitionedTable): Promise<Partition[]> {
  const rows = await sql<{ name: string; bounds: string }[]>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass`;
  const partitions = rows.flatMap(({ name, bounds }) => {
    const [, from, to] = /^FOR VALUES FROM \('\w+_(\w{26})'\) TO \('\w+_(\w{26})'\)$/.exec(bounds) ?? [];
    return from === undefined || to === undefined ? [] : [{ table, name, from: dayOf(decodeTime(from)), to: dayOf(decodeTime(to)) }];
  });
  return partitions.toSorted((one, other) => one.from - other.from);
}

export async function findPartition(sql: Sql | TransactionSql, table: PartitionedTable, day: number): Promise<Partition | undefined> {
  return (await listPartitions(sql, table)).find(({ from, to }) => from <= day && day < to);
}

/** Lists the partitions whose last row is of a day before that of `before`, oldest first. */
export async function listEnded(sql: Sql, table: PartitionedTable, before: Date): Promise<Partition[]> {
  return (await listPartitions(sql, table)).filter(({ to }) => to <= dayOf(before));
}

/**
 * Drops a partition in one short transaction; false if it is gone already. Rows of unfinished deliveries move to the default partition.
 * Fails with 55P03 where other transactions hold locks, rather than block the queue behind it.
 */
export function dropPartition(sql: Sql, { table, name, from, to }: Partition): Promise<boolean> {
  const { key, queuedAs } = partitionedTables[table];
  return changePartitions(sql, async (tx) => {
    if (!(await exists(tx, name))) return false;
    await tx`alter table ${tx(table)} detach partition ${tx(name)}`;
    if (queuedAs !== null) {
      // Forces an index scan, since the lock is held meanwhile.
      await tx`
        insert into ${tx(table)} select * from ${tx(name)} where ${tx(key)} = any(array(
          select ${tx(queuedAs)} from delivery_queue
          where ${tx(queuedAs)} collate "C" >= ${firstId(table, from)} and ${tx(queuedAs)} collate "C" < ${firstId(table, to)}
        ))`;
    }
    await tx`drop table ${tx(name)}`;
    return true;
  });
}

/** The partition that a day belongs to once it is made: its week, from Monday on, or what other partitions leave of it. */
export function planPartition(table: PartitionedTable, partitions: readonly Partition[], day: number): Partition {
  const monday = day - ((day + daysSinceMonday) % daysPerWeek);
  const from = Math.max(monday, ...partitions.map(({ to }) => to).filter((to) => to <= day));
  const to = Math.min(monday + daysPerWeek, ...partitions.map((one) => one.from).filter((first) => first > day));
  return { table, name: `${table}_week_${spellDay(from).replaceAll("-", "")}`, from, to };
}

export function firstId(table: PartitionedTable, day: number): string {
  return `${partitionedTables[table].prefix}_${encodeTime(day * msPerDay, timeLength)}${"0".repeat(16)}`;
}

/** In UTC, counted from 1970. */
export function dayOf(instant: Date | number): number {
  return Math.floor(instant.valueOf() / msPerDay);
}

export function spellDay(day: number): string {
  return new Date(day * msPerDay).toISOString().slice(0, "2027-01-31".length);
}

async function ensurePartition(sql: Sql, table: PartitionedTable, day: number): Promise<Partition> {
  return (await findPartition(sql, table, day)) ?? changePartitions(sql, (tx) => makePartition(tx, table, day));
}

async function makePartition(tx: TransactionSql, table: PartitionedTable, day: number): Promise<Partition> {
  const existing = await findPartition(tx, table, day);
  if (existing !== undefined) return existing;
  const planned = planPartition(table, await listPartitions(tx, table), day);
  const { name } = planned;
  // Detached by hand; `doctor` says so.
  if (await exists(tx, name)) return planned;
  const { key, texts } = partitionedTables[table];
  const [from, to] = [firstId(table, planned.from), firstId(table, planned.to)];
  await tx`create table ${tx(name)} (like ${tx(table)} including all)`;
  // Unsearched texts need no statistics, which would be gathered again and again.
  for (const text of texts) await tx`alter table ${tx(name)} alter column ${tx(text)} set statistics 0`;
  // Rows of the week in the default partition would block the attachment.
  const others = tx(`${table}_other_days`);
  const isOfWeek = tx`${tx(key)} >= ${from} and ${tx(key)} < ${to}`;
  const [misplaced] = await tx`select from ${others} where ${isOfWeek} limit 1`;
  if (misplaced !== undefined) {
    // A statement that had already chosen its partitions would miss a row that moves.
    await tx`lock table only ${tx(table)} in access exclusive mode`;
    await tx`with moved as (delete from ${others} where ${isOfWeek} returning *) insert into ${tx(name)} select * from moved`;
  }
  await tx.unsafe(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
  return planned;
}

/** 55P03 while others hold locks, 23514 where a row of the day came into the default partition since it was searched. */
const passingStates = ["55P03", "23514"];

/** One change at a time over all instances, retried for some seconds. */
async function changePartitions<T>(sql: Sql, change: (tx: TransactionSql) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The driver unwraps arrays of promises, so its type is not quite T.
      return (await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${lockTimeout}, true), pg_advisory_xact_lock(${lockId})`;
        return change(tx);
      })) as T;
    } catch (error) {
      const isPassing = error instanceof postgres.PostgresError && passingStates.includes(error.code);
      if (!isPassing || attempt === tries) throw error;
      await pause(pauseMs);
    }
  }
}

async function exists(sql: Sql | TransactionSql, table: string): Promise<boolean> {
  const [existing] = await sql`select 1 from pg_class where oid = to_regclass(${table})`;
  return existing !== undefined;
}
