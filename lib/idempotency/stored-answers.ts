import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Database, Transaction } from "#db/client.ts";
import { violatesConstraint } from "#db/driver.ts";
import { idempotencyKeys } from "#db/schema/idempotency.ts";
import { batchReads } from "#lib/batch-reads.ts";
import type { World } from "#lib/context.ts";

/** resolutions.md § 12. */
const keptMs = 24 * 3_600_000;

/** The lease of a call on its next batch, which takes a second at most. */
const leaseSeconds = 30;

const primaryKey = "idempotency_keys_world_id_key_batch_pk";

export interface KeyOfWorld {
  world: Pick<World, "id">;
  key: string;
}

export interface StoredAnswer {
  fingerprint: string;
  executionId: string;
  status: number;
  errorCode: number | null;
  subjectId: string | null;
  /** The bytes; of an answer in batches the first one. */
  body: string | null;
  /** `findLastBatch` knows how far an answer in batches is. */
  isBatched: boolean;
  createdAt: Date;
}

export interface BatchPlace {
  batch: number;
  next: string | null;
}

type Row = Omit<StoredAnswer, "createdAt"> & { key: string; worldId: number; createdAt: string };

const nameOf = ({ world, key }: KeyOfWorld) => `${world.id} ${key}`;

const readRow = batchReads(nameOf, async (asked) => {
  const rows = await pool<Row[]>`
    select found.* from unnest((select ${asked.map(({ key }) => key)}::text[]), (select ${asked.map(({ world }) => world.id)}::int[])) as asked (key, world_id),
      lateral (
        select k.key, k.world_id as "worldId", k.fingerprint, k.execution_id as "executionId", k.status, k.error_code as "errorCode",
          k.subject_id as "subjectId", k.body, k.leased_until is not null as "isBatched", k.created_at as "createdAt"
        from idempotency_keys k where k.world_id = asked.world_id and k.key = asked.key and k.batch = 0 offset 0
      ) as found`;
  return new Map(rows.map((row) => [nameOf({ world: { id: row.worldId }, key: row.key }), row]));
});

/** Finds the answer of the last 24 hours under a key, and deletes an older one. */
export async function findAnswer(of: KeyOfWorld, now: Date): Promise<StoredAnswer | undefined> {
  const row = await readRow(of);
  if (row === undefined) return undefined;
  const createdAt = new Date(row.createdAt);
  const kept = new Date(now.getTime() - keptMs);
  if (createdAt > kept) return { ...row, createdAt };
  await pool`delete from idempotency_keys where world_id = ${of.world.id} and key = ${of.key} and created_at <= ${kept.toISOString()}`;
  return undefined;
}

/** Locks a key for one transaction over all instances; false while another one holds it. */
export async function lockKey(tx: Transaction, of: KeyOfWorld): Promise<boolean> {
  const [row] = await tx.execute<{ isFree: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${nameOf(of)}`}, 0)) as "isFree"`,
  );
  return row?.isFree === true;
}

/** Stores an answer, or a batch of one. Throws an error for `isTaken` where the key has an answer; the transaction must roll back. */
export async function storeAnswer(
  tx: Transaction | Database,
  { world, key }: KeyOfWorld,
  { fingerprint, executionId, status, errorCode, subjectId, body, createdAt }: Omit<StoredAnswer, "isBatched">,
  place?: BatchPlace,
): Promise<void> {
  const row = {
    world_id: world.id,
    key,
    batch: place?.batch ?? 0,
    fingerprint,
    execution_id: executionId,
    status,
    error_code: errorCode,
    subject_id: subjectId,
    body,
    next: place?.next ?? null,
    created_at: createdAt,
  };
  const stored = sql`json_populate_record(null::${idempotencyKeys}, ${JSON.stringify(row)}::json)`;
  if (place === undefined) await tx.execute(sql`insert into ${idempotencyKeys} select * from ${stored}`);
  else {
    await tx.execute(sql`
      insert into ${idempotencyKeys} (world_id, key, batch, fingerprint, execution_id, status, subject_id, body, next, leased_until, created_at)
      select world_id, key, batch, fingerprint, execution_id, status, subject_id, body, next, ${leaseEnd}, created_at from ${stored}`);
  }
}

/** Changes the status of a call's stored answer, once the work that continued after its transaction has ended. */
export async function changeStatus(
  { world, key }: KeyOfWorld,
  { executionId, status }: Pick<StoredAnswer, "executionId" | "status">,
): Promise<void> {
  await pool`
    update idempotency_keys set status = ${status} where world_id = ${world.id} and key = ${key} and batch = 0 and execution_id = ${executionId}`;
}

export function isTaken(error: unknown): boolean {
  return violatesConstraint(error, primaryKey);
}

const leaseEnd = sql`clock_timestamp() + ${sql.raw(`interval '${leaseSeconds} seconds'`)}`;

export async function findLastBatch({ world, key }: KeyOfWorld): Promise<BatchPlace | undefined> {
  const [row] = await pool<BatchPlace[]>`
    select batch, next from idempotency_keys where world_id = ${world.id} and key = ${key} order by batch desc limit 1`;
  return row;
}

/** Leases the next batch; false while another call has the lease. */
export async function leaseNextBatch(db: Database, { world, key }: KeyOfWorld, { batch }: BatchPlace): Promise<boolean> {
  const leased = await db.execute(sql`
    update ${idempotencyKeys} set leased_until = ${leaseEnd}
    where world_id = ${world.id} and key = ${key} and batch = ${batch} and leased_until <= clock_timestamp() returning 1`);
  return leased.length > 0;
}

export async function* readBatches({ world, key }: KeyOfWorld, last: number): AsyncGenerator<unknown[], void> {
  for (let batch = 0; batch <= last; batch += 1) {
    const [row] = await pool<{ body: string }[]>`
      select body from idempotency_keys where world_id = ${world.id} and key = ${key} and batch = ${batch}`;
    if (row === undefined) throw new Error(`the batch ${batch} of a stored answer is gone`);
    yield JSON.parse(row.body) as unknown[];
  }
}

const rowsAtATime = 5000;

/** Deletes answers older than 24 hours (resolutions.md § 12); returns how many rows. */
export async function expireAnswers(now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs).toISOString();
  for (let total = 0; ;) {
    const { count } = await pool`
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys where created_at <= ${before} order by created_at limit ${rowsAtATime}
      )) and created_at <= ${before}`;
    total += count;
    if (count < rowsAtATime) return total;
  }
}

/**
 * A part of an answer that is too long for one transaction. Each is stored in its own, so that a retry continues where the first call
 * stopped; `next` is undefined at the end.
 */
export class Batch<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;

  constructor(items: readonly Item[], next: string | undefined) {
    this.items = items;
    this.next = next;
  }
}
