import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { sql as pool } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import type { Part } from "#db/constant-statement.ts";
import { hasCode, violatesConstraint } from "#db/driver.ts";
import { batchReads, insertPart } from "#db/rows.ts";
import { idempotencyKeys } from "#db/schema/idempotency.ts";
import type { World } from "#lib/account/worlds/context.ts";
import { answerKeptMs } from "#lib/developer/idempotency/rules/key.ts";
import { createEncryption } from "#lib/platform/secrets/encryption.ts";

/** Encrypts answers with a secret. They are kept for a day; `secrets rotate` re-encrypts them when APP_SECRET is rotated. */
const answers = createEncryption("stored-answer");

const primaryKey = "idempotency_keys_world_id_key_pk";

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
  body: string | null;
  createdAt: Date;
}

type Row = StoredAnswer & { key: string; worldId: number };

const nameOf = ({ world, key }: KeyOfWorld) => `${world.id} ${key}`;

const readRow = batchReads(nameOf, async (keys) => {
  const rows = await pool<Row[]>`
    select found.* from unnest((select ${keys.map(({ key }) => key)}::text[]), (select ${keys.map(({ world }) => world.id)}::int[])) as asked (key, world_id),
      lateral (
        select k.key, k.world_id, k.fingerprint, k.execution_id, k.status, k.error_code,
          k.subject_id, k.body, k.created_at
        from idempotency_keys k where k.world_id = asked.world_id and k.key = asked.key offset 0
      ) as found`;
  return new Map(rows.map((row) => [nameOf({ world: { id: row.worldId }, key: row.key }), row]));
});

/** Finds the answer of the last 24 hours under a key, and deletes an older one. */
export async function findAnswer(of: KeyOfWorld, now: Date): Promise<StoredAnswer | undefined> {
  const row = await readRow(of);
  if (row === undefined) return undefined;
  const oldestKept = new Date(now.getTime() - answerKeptMs);
  if (row.createdAt > oldestKept) return row;
  await pool`delete from idempotency_keys where world_id = ${of.world.id} and key = ${of.key} and created_at <= ${oldestKept}`;
  return undefined;
}

/**
 * One while no other transaction, of any instance, has the key locked, and locks it for this one. Otherwise the statement fails by dividing
 * by zero.
 */
function lockOf(worldId: SQL, key: SQL): SQL {
  return sql`1 / pg_try_advisory_xact_lock(hashtextextended('idempotency ' || ${worldId} || ' ' || ${key}, 0))::int`;
}

/** Locks a key for one transaction over all instances. Throws an error for `isHeld` while another one holds it. */
export async function lockKey(tx: Transaction, { world, key }: KeyOfWorld): Promise<void> {
  await tx.execute(sql`select ${lockOf(sql`${world.id}::int`, sql`${key}::text`)}`);
}

export function isHeld(error: unknown): boolean {
  return hasCode(error, "22012");
}

const ifNotHeld = sql` where ${lockOf(sql`world_id`, sql`key`)} = 1`;

/**
 * Locks a key and stores its answer. The statement fails with an error for `isHeld` while another transaction has it locked, and with one for
 * `isTaken` where it has an answer; the transaction must roll back. As a part of a larger statement it waits for the tables of that statement
 * first: while a migration has locked one, two instances with the same key both wait until their deadlines.
 */
export function storingOf({ world, key }: KeyOfWorld, answer: StoredAnswer): Part {
  return insertPart("answered", idempotencyKeys, [{ ...answer, worldId: world.id, key }], ifNotHeld);
}

/** Changes the status of a call's stored answer, once the work that continued after its transaction has ended. */
export async function changeStatus(
  { world, key }: KeyOfWorld,
  { executionId, status }: Pick<StoredAnswer, "executionId" | "status">,
): Promise<void> {
  await pool`update idempotency_keys set status = ${status} where world_id = ${world.id} and key = ${key} and execution_id = ${executionId}`;
}

export function isTaken(error: unknown): boolean {
  return violatesConstraint(error, primaryKey);
}

const rowsAtATime = 5000;

/** Deletes answers older than 24 hours (rules/idempotency.md#keys-3); returns how many rows. */
export async function expireAnswers(now: Date): Promise<number> {
  const before = new Date(now.getTime() - answerKeptMs).toISOString();
  for (let total = 0; ;) {
    const { count } = await pool`
      delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys where created_at <= ${before} order by created_at limit ${rowsAtATime}
      )) and created_at <= ${before}`;
    total += count;
    if (count < rowsAtATime) return total;
  }
}

export function sealAnswer(body: string, { world, key }: KeyOfWorld): string {
  return answers.encrypt(body, `${world.id} ${key}`);
}

/** Throws for a body that is not sealed. */
export function openAnswer(body: string, { world, key }: KeyOfWorld): string {
  return answers.decrypt(body, `${world.id} ${key}`);
}

/** Under the newest APP_SECRET; undefined if it already is, and for what no secret opens, which cannot be answered again. */
function renewAnswer(body: string, { world, key }: KeyOfWorld): string | undefined {
  try {
    return answers.renew(body, `${world.id} ${key}`);
  } catch {
    return undefined;
  }
}

const renewedAtATime = 500;

/**
 * Encrypts the stored answers that hold a secret under the newest APP_SECRET, while requests continue; returns how many it was. Bodies that
 * are not sealed are JSON, and begin like it.
 */
export async function renewAnswers(): Promise<number> {
  let count = 0;
  for (let after = { worldId: 0, key: "" }; ;) {
    const rows = await pool<{ worldId: number; key: string; body: string }[]>`
      select world_id, key, body from idempotency_keys
      where (world_id, key) > (${after.worldId}, ${after.key}) and left(body, 1) not in ('', '{', '[')
      order by world_id, key limit ${renewedAtATime}`;
    for (const { worldId, key, body } of rows) {
      const renewed = renewAnswer(body, { world: { id: worldId }, key });
      if (renewed === undefined) continue;
      const { count: changed } = await pool`
        update idempotency_keys set body = ${renewed} where world_id = ${worldId} and key = ${key} and body = ${body}`;
      count += changed;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < renewedAtATime) return count;
    after = last;
  }
}
