import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import type { Sql, TransactionSql } from "postgres";
import { encodeTime } from "ulid";
import type { IdPrefix } from "#lib/ids.ts";

/**
 * The tables that are partitioned by day, the identifier that is their key, its prefix, the column of `delivery_queue`
 * that names a row for as long as its delivery is not over, and the texts that nothing is looked for by.
 * An identifier begins with its time, so a day is a range of identifiers: the key stays one column, a look-up by it touches
 * one partition, and an old day is dropped, not deleted.
 */
const partitionedTables = {
  calls: {
    key: "execution_id",
    prefix: "exec",
    queuedAs: null,
    texts: ["path", "query", "request_body", "response_body", "ip", "user_agent"],
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
/** How long a change of the partitions waits for its lock: others wait behind it. */
const lockTimeout = "250ms";
const tries = 10;
const pauseMs = 500;

/** Makes the partitions of today and the coming week where they are missing; safe on several instances at once. */
export async function ensurePartitions(sql: Sql, now: Date): Promise<void> {
  const today = dayOf(now);
  for (const table of Object.keys(partitionedTables) as PartitionedTable[]) {
    for (let day = today; day <= today + daysAhead; day += 1) await ensurePartition(sql, table, day);
  }
}

/** The days, counted from 1970, that ended before `before` and of which a table has a partition, the oldest first. */
export async function listDaysBefore(sql: Sql, table: PartitionedTable, before: Date): Promise<number[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ ${`^${table}_\\d{8}$`} order by c.relname`;
  return rows.map(({ name }) => dayOfPartition(name)).filter((day) => day < dayOf(before));
}

/**
 * Drops a day of a table; false where it is gone already. Rows of deliveries that are not over move to the default partition.
 * It happens in one short transaction, so that nobody sees it half done and a crash leaves nothing behind. Where other
 * transactions keep it from its lock, it fails with the code 55P03 rather than make them queue.
 */
export function dropDay(sql: Sql, table: PartitionedTable, day: number): Promise<boolean> {
  const name = partitionOf(table, day);
  const { key, queuedAs } = partitionedTables[table];
  return changePartitions(sql, async (tx) => {
    if (!(await exists(tx, name))) return false;
    await tx`alter table ${tx(table)} detach partition ${tx(name)}`;
    if (queuedAs !== null) {
      // By index whatever the statistics say: the lock is held meanwhile.
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

/** The least identifier of a day. */
export function firstId(table: PartitionedTable, day: number): string {
  return `${partitionedTables[table].prefix}_${encodeTime(day * msPerDay, timeLength)}${"0".repeat(16)}`;
}

/** The day of an instant in UTC, counted from 1970. */
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
    // Nothing is looked for by them, so that statistics, gathered again and again while the day fills, would serve nobody.
    for (const text of texts) await tx`alter table ${tx(name)} alter column ${tx(text)} set statistics 0`;
    // Rows of a day that had no partition yet lie in the default one and would keep this one from being attached.
    await tx`with moved as (delete from ${tx(`${table}_other_days`)} where ${tx(key)} >= ${from} and ${tx(key)} < ${to} returning *) insert into ${tx(name)} select * from moved`;
    await tx.unsafe(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
  });
}

/** One change at a time, whatever instance makes it; tried again for some seconds while others hold what it needs. */
async function changePartitions<T>(sql: Sql, change: (tx: TransactionSql) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // The driver unwraps arrays of promises, so its type is not quite T.
      return (await sql.begin(async (tx) => {
        await tx`select set_config('lock_timeout', ${lockTimeout}, true), pg_advisory_xact_lock(${lockId})`;
        return change(tx);
      })) as T;
    } catch (error) {
      const isLocked = error instanceof postgres.PostgresError && error.code === "55P03";
      if (!isLocked || attempt === tries) throw error;
      await pause(pauseMs);
    }
  }
}

async function exists(sql: Sql | TransactionSql, table: string): Promise<boolean> {
  const [found] = await sql`select 1 from pg_class where oid = to_regclass(${table})`;
  return found !== undefined;
}

function partitionOf(table: PartitionedTable, day: number): string {
  return `${table}_${new Date(day * msPerDay).toISOString().slice(0, 10).replaceAll("-", "")}`;
}

function dayOfPartition(name: string): number {
  const digits = name.slice(-8);
  return Date.UTC(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)) - 1, Number(digits.slice(6))) / msPerDay;
}
