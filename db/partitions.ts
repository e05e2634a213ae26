import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import type { Sql, TransactionSql } from "postgres";
import { encodeTime } from "ulid";
import type { IdPrefix } from "#lib/platform/ids.ts";

/**
 * The tables partitioned by day: their key with its prefix, the column of `delivery_queue` that refers to unfinished rows, and unsearched
 * texts. An identifier begins with its time, so a day is a range of keys: the key stays one column, a look-up touches one partition, and an
 * old day is dropped instead of deleted.
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

const msPerDay = 86_400_000;
const daysAhead = 7;
const timeLength = 10;

const lockId = 4_201_001;
/** Short, since other statements queue behind a waiting lock. */
const lockTimeout = "250ms";
const tries = 10;
const pauseMs = 500;

/** Creates missing partitions of today and the coming week; safe with several instances. */
export async function ensurePartitions(sql: Sql, now: Date): Promise<void> {
  const today = dayOf(now);
  for (let day = today; day <= today + daysAhead; day += 1) await ensureDay(sql, day);
}

/** Creates the missing partitions of one day, counted from 1970. */
async function ensureDay(sql: Sql, day: number): Promise<void> {
  for (const table of Object.keys(partitionedTables) as PartitionedTable[]) await ensurePartition(sql, table, day);
}

/** Lists the days with a partition that ended before `before`, oldest first, counted from 1970. */
export async function listDaysBefore(sql: Sql, table: PartitionedTable, before: Date): Promise<number[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ ${`^${table}_\\d{8}$`} order by c.relname`;
  return rows.flatMap(({ name }) => dayOfPartition(name) ?? []).filter((day) => day < dayOf(before));
}

/**
 * Drops a day of a table in one short transaction; false if it is gone already. Rows of unfinished deliveries move to the default
 * partition. Fails with 55P03 where other transactions hold locks, rather than block the queue behind it.
 */
export function dropDay(sql: Sql, table: PartitionedTable, day: number): Promise<boolean> {
  const name = partitionOf(table, day);
  const { key, queuedAs } = partitionedTables[table];
  return changePartitions(sql, async (tx) => {
    if (!(await exists(tx, name))) return false;
    await tx`alter table ${tx(table)} detach partition ${tx(name)}`;
    if (queuedAs !== null) {
      // Forces an index scan, since the lock is held meanwhile.
      await tx`
        insert into ${tx(table)} select * from ${tx(name)} where ${tx(key)} = any(array(
          select ${tx(queuedAs)} from delivery_queue
          where ${tx(queuedAs)} collate "C" >= ${firstId(table, day)} and ${tx(queuedAs)} collate "C" < ${firstId(table, day + 1)}
        ))`;
    }
    await tx`drop table ${tx(name)}`;
    return true;
  });
}

export function firstId(table: PartitionedTable, day: number): string {
  return `${partitionedTables[table].prefix}_${encodeTime(day * msPerDay, timeLength)}${"0".repeat(16)}`;
}

/** In UTC, counted from 1970. */
export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / msPerDay);
}

async function ensurePartition(sql: Sql, table: PartitionedTable, day: number): Promise<void> {
  const name = partitionOf(table, day);
  if (await exists(sql, name)) return;
  const { key, texts } = partitionedTables[table];
  const from = firstId(table, day);
  const to = firstId(table, day + 1);
  await changePartitions(sql, async (tx) => {
    if (await exists(tx, name)) return;
    await tx`create table ${tx(name)} (like ${tx(table)} including all)`;
    // Unsearched texts need no statistics, which would be gathered again and again.
    for (const text of texts) await tx`alter table ${tx(name)} alter column ${tx(text)} set statistics 0`;
    // Rows of the day in the default partition would block the attachment.
    const others = tx(`${table}_other_days`);
    const isOfDay = tx`${tx(key)} >= ${from} and ${tx(key)} < ${to}`;
    const [misplaced] = await tx`select from ${others} where ${isOfDay} limit 1`;
    if (misplaced !== undefined) {
      // A statement that had already chosen its partitions would miss a row that moves.
      await tx`lock table only ${tx(table)} in access exclusive mode`;
      await tx`with moved as (delete from ${others} where ${isOfDay} returning *) insert into ${tx(name)} select * from moved`;
    }
    await tx.unsafe(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
  });
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

function partitionOf(table: PartitionedTable, day: number): string {
  return `${table}_${new Date(day * msPerDay).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

/** The day of a partition, counted from 1970; undefined for the default one. */
export function dayOfPartition(name: string): number | undefined {
  const [, year, month, day] = /_(\d{4})(\d{2})(\d{2})$/.exec(name) ?? [];
  return day === undefined ? undefined : Date.UTC(Number(year), Number(month) - 1, Number(day)) / msPerDay;
}
