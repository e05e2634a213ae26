import { getTableColumns, getTableName } from "drizzle-orm";
import type { Column } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Sql } from "postgres";

/** How long a process may keep Postgres waiting for its rows. */
const patienceMs = 10_000;

/**
 * Adds rows by COPY, which is less work than an insert for Postgres and for us. Does not wait for the disk: should the database crash,
 * it loses what it was given in the last half second. The table's columns are texts, integers and instants, and each has its value.
 * Adds all rows or none; of a row that Postgres refuses, the error may say no more than that the transaction has failed (25P02).
 */
export async function copyRows<Table extends PgTable>(sql: Sql, table: Table, rows: readonly Table["$inferSelect"][]): Promise<void> {
  const columns = Object.entries<Column>(getTableColumns(table));
  const bytes = new Bytes();
  encodeRows(bytes, columns, rows);
  const names = columns.map(([, column]) => `"${column.name}"`).join();
  await sql.begin(async (tx) => {
    const copy = await tx
      .unsafe(`set local synchronous_commit = off; copy "${getTableName(table)}" (${names}) from stdin (format binary)`)
      .writable();
    await new Promise<void>((resolve, reject) => {
      copy.once("error", reject).write(bytes.all, (error) => (error ? reject(error) : resolve()));
    });
    copy.end();
    // When Postgres refuses what it was sent, the driver tells nobody; the next statement is refused, then, too.
    await tx`select 1`;
  });
  bytes.leave();
}

/**
 * Ends the connections of processes that stand still, frozen or cut off, while Postgres waits for their rows: they keep their locks
 * meanwhile, and no time-out of Postgres ends that.
 */
export async function endStandingCopies(sql: Sql, longestMs = patienceMs): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and application_name = current_setting('application_name')
      and state = 'active' and wait_event = 'ClientRead' and query_start < clock_timestamp() - ${longestMs} * interval '1 millisecond'`;
}

/** Postgres counts microseconds from the year 2000 on. */
const epochMs = Date.UTC(2000, 0, 1);
const signature = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");

/** Rows as COPY reads them (Postgres' documentation, COPY § Binary Format). A `RangeError` for an integer that takes more than 32 bits. */
function encodeRows(bytes: Bytes, columns: readonly (readonly [string, Column])[], rows: readonly Record<string, unknown>[]): void {
  const fields = columns.map(([name, column]) => ({ name, append: encoders[column.columnType] ?? unknownType(column) }));
  bytes.append(signature);
  bytes.int32(0);
  bytes.int32(0);
  for (const row of rows) {
    bytes.int16(fields.length);
    for (const { name, append } of fields) {
      const value = row[name];
      if (value === null) bytes.int32(-1);
      else append(bytes, value);
    }
  }
  bytes.int16(-1);
}

type Append = (bytes: Bytes, value: unknown) => void;

/** By Drizzle's name of a column's type: its values, each after its length. */
const encoders: Record<string, Append> = {
  PgText: (bytes, value) => bytes.text(value as string),
  PgInteger(bytes, value) {
    bytes.int32(4);
    bytes.int32(value as number);
  },
  PgTimestamp(bytes, value) {
    bytes.int32(8);
    bytes.int64(BigInt((value as Date).getTime() - epochMs) * 1000n);
  },
};

function unknownType({ name, columnType }: Column): never {
  throw new Error(`no rows are copied to a column like ${name}, a ${columnType}`);
}

/** A buffer that is left is used again: a new one each time is a quarter of the work here. Not the largest, which would be kept for good. */
let left: Buffer | undefined;
const mostLeft = 1_048_576;

/** Bytes that grow at their end. */
class Bytes {
  #bytes = left ?? Buffer.allocUnsafeSlow(65_536);
  #length = 0;

  constructor() {
    left = undefined;
  }

  /** What was in these bytes is needed no more. */
  leave(): void {
    if (this.#bytes.length <= mostLeft) left = this.#bytes;
  }

  get all(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  append(bytes: Buffer): void {
    const start = this.#reserve(bytes.length);
    bytes.copy(this.#bytes, start);
  }

  int16(value: number): void {
    const start = this.#reserve(2);
    this.#bytes.writeInt16BE(value, start);
  }

  int32(value: number): void {
    const start = this.#reserve(4);
    this.#bytes.writeInt32BE(value, start);
  }

  int64(value: bigint): void {
    const start = this.#reserve(8);
    this.#bytes.writeBigInt64BE(value, start);
  }

  /** A text in UTF-8, after its length. */
  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.int32(length);
    const start = this.#reserve(length);
    this.#bytes.write(value, start);
  }

  /** Where so many bytes more begin; the buffer may be another from then on. */
  #reserve(count: number): number {
    const start = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const grown = Buffer.allocUnsafeSlow(2 * this.#length);
      this.#bytes.copy(grown, 0, 0, start);
      this.#bytes = grown;
    }
    return start;
  }
}
