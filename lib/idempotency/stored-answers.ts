import { sql } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Database, Transaction } from "#db/client.ts";
import { idempotencyKeys } from "#db/schema/idempotency.ts";
import type { World } from "#lib/context.ts";
import { readTogether } from "#lib/read-together.ts";

/** How long an answer is kept (resolutions.md § 12). */
export const keptMs = 24 * 3_600_000;

/** How long the next batch of an answer is left to the call that made the one before: a batch takes a second at most. */
const leaseSeconds = 30;

/** A key in its world. */
export interface KeyOfWorld {
  world: Pick<World, "id">;
  key: string;
}

/** The first answer that was given under a key. */
export interface StoredAnswer {
  fingerprint: string;
  executionId: string;
  status: number;
  errorCode: number | null;
  subjectId: string | null;
  /** The bytes, null for none; of an answer in batches those of the first. */
  body: string | null;
  /** Of an answer that is made batch by batch: `findLastBatch` knows how far it is. */
  isBatched: boolean;
  createdAt: Date;
}

/** Where a batch stands in its answer. */
export interface BatchPlace {
  batch: number;
  /** Where the next one begins; null after the last. */
  next: string | null;
}

type Row = Omit<StoredAnswer, "createdAt"> & { key: string; worldId: number; createdAt: string };

const nameOf = ({ world, key }: KeyOfWorld) => `${world.id} ${key}`;

const readRow = readTogether(nameOf, async (asked) => {
  const rows = await pool<Row[]>`
    select found.* from unnest((select ${asked.map(({ key }) => key)}::text[]), (select ${asked.map(({ world }) => world.id)}::int[])) as asked (key, world_id),
      lateral (
        select k.key, k.world_id as "worldId", k.fingerprint, k.execution_id as "executionId", k.status, k.error_code as "errorCode",
          k.subject_id as "subjectId", k.body, k.leased_until is not null as "isBatched", to_json(k.created_at) as "createdAt"
        from idempotency_keys k where k.world_id = asked.world_id and k.key = asked.key and k.batch = 0 offset 0
      ) as found`;
  return new Map(rows.map((row) => [nameOf({ world: { id: row.worldId }, key: row.key }), row]));
});

/** The first answer under a key, where one was given in the 24 hours before `now`. */
export async function findAnswer(of: KeyOfWorld, now: Date): Promise<StoredAnswer | undefined> {
  const row = await readRow(of);
  if (row === undefined) return undefined;
  const createdAt = new Date(row.createdAt);
  return isKept(createdAt, now) ? { ...row, createdAt } : undefined;
}

function isKept(createdAt: Date, now: Date): boolean {
  return createdAt.getTime() > now.getTime() - keptMs;
}

/** Lets one transaction at a time, of any instance, make a change under a key; false while another is open. Postgres lets go of it when the transaction ends, whatever ended it. */
export async function lockKey(tx: Transaction, of: KeyOfWorld): Promise<boolean> {
  const [row] = await tx.execute<{ isFree: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${nameOf(of)}`}, 0)) as "isFree"`,
  );
  return row?.isFree === true;
}

/** Stores an answer; false where the key has one already. `place` is given for a batch. Replaces what is older than 24 hours. */
export async function storeAnswer(
  tx: Transaction | Database,
  { world, key }: KeyOfWorld,
  { fingerprint, executionId, status, errorCode, subjectId, body, createdAt }: Omit<StoredAnswer, "isBatched">,
  now: Date,
  place?: BatchPlace,
): Promise<boolean> {
  const leasedUntil = place === undefined ? sql`null` : leaseEnd;
  const stored = await tx.execute(sql`
    insert into ${idempotencyKeys} as k
      (world_id, key, batch, fingerprint, execution_id, status, error_code, subject_id, body, next, leased_until, created_at)
    values (${world.id}, ${key}, ${place?.batch ?? 0}, ${fingerprint}, ${executionId}, ${status}, ${errorCode}, ${subjectId}, ${body},
      ${place?.next ?? null}, ${leasedUntil}, ${createdAt.toISOString()})
    on conflict (world_id, key, batch) do update set fingerprint = excluded.fingerprint, execution_id = excluded.execution_id,
      status = excluded.status, error_code = excluded.error_code, subject_id = excluded.subject_id, body = excluded.body,
      next = excluded.next, leased_until = excluded.leased_until, created_at = excluded.created_at
    where k.created_at <= ${new Date(now.getTime() - keptMs).toISOString()}
    returning 1`);
  return stored.length > 0;
}

const leaseEnd = sql`clock_timestamp() + ${sql.raw(`interval '${leaseSeconds} seconds'`)}`;

/** The last batch of an answer that there is. */
export async function findLastBatch({ world, key }: KeyOfWorld): Promise<BatchPlace | undefined> {
  const [row] = await pool<BatchPlace[]>`
    select batch, next from idempotency_keys where world_id = ${world.id} and key = ${key} order by batch desc limit 1`;
  return row;
}

/** Leases the making of what follows a batch; false while another call has the lease. */
export async function leaseNextBatch(db: Database, { world, key }: KeyOfWorld, { batch }: BatchPlace): Promise<boolean> {
  const leased = await db.execute(sql`
    update ${idempotencyKeys} set leased_until = ${leaseEnd}
    where world_id = ${world.id} and key = ${key} and batch = ${batch} and leased_until <= clock_timestamp() returning 1`);
  return leased.length > 0;
}

/** The items of the batches of an answer up to one, in order. */
export async function* readBatches({ world, key }: KeyOfWorld, last: number): AsyncGenerator<unknown[], void> {
  for (let batch = 0; batch <= last; batch += 1) {
    const [row] = await pool<{ body: string }[]>`
      select body from idempotency_keys where world_id = ${world.id} and key = ${key} and batch = ${batch}`;
    if (row === undefined) throw new Error(`the batch ${batch} of a stored answer is gone`);
    yield JSON.parse(row.body) as unknown[];
  }
}
