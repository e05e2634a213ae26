import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import { announceWebhookChange } from "#lib/delivery/deliveries/due.ts";
import { forEachWorld } from "#lib/developer/sandbox/sandbox.ts";
import { firstIdAt } from "#lib/platform/ids.ts";

const batchSize = 500;

/** At once where a world is left to empty. */
export const nextEmptying = (now: Date): Fragment => pool`
  select ${now}::timestamptz from (select from worlds where emptied_before is not null limit 1) left_over`;

/** Continues emptying worlds after a crash. The job of the sandbox. */
export async function emptyWorlds(_now: Date, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
  const rows = await pool<{ id: number }[]>`select id from worlds where emptied_before is not null order by id`;
  await forEachWorld(
    "emptyWorlds",
    rows.map(({ id }) => id),
    (id) => emptyWorld(id, signal),
  );
}

/**
 * Deletes what a world had before `emptiedBefore`, in small transactions: deliveries and events with what was counted of them, contracts
 * with renewals and claims, products. New data stays. It can stop after any batch and be continued. Returns true once it is
 * done: false while another process works on the world.
 */
export async function emptyWorld(worldId: number, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    const [world] = await db.select({ before: worlds.emptiedBefore }).from(worlds).where(eq(worlds.id, worldId));
    const before = world?.before ?? null;
    if (before === null) return true;
    for (const remove of [
      removeDeliveries,
      removeEvents,
      removeContracts,
      removeStatements,
      removeProducts,
      removeAnswers,
      ...removeFigures,
    ]) {
      if (!(await repeat(remove, { worldId, before, signal }))) return false;
    }
    await releaseHeld(worldId);
    // Unless the world was reset again meanwhile.
    await db
      .update(worlds)
      .set({ emptiedBefore: null })
      .where(and(eq(worlds.id, worldId), eq(worlds.emptiedBefore, before)));
  }
}

type Remove = (tx: Transaction, worldId: number, before: Date) => Promise<number>;

/** Deletes batch by batch; false when it is stopped or another process holds the world. */
async function repeat(
  remove: Remove,
  { worldId, before, signal }: { worldId: number; before: Date; signal: AbortSignal | undefined },
): Promise<boolean> {
  while (signal?.aborted !== true) {
    const removed = await db.transaction(async (tx) => {
      const [held] = await tx
        .select({ id: worlds.id })
        .from(worlds)
        .where(eq(worlds.id, worldId))
        .for("no key update", { skipLocked: true });
      return held === undefined ? undefined : remove(tx, worldId, before);
    });
    if (removed === undefined) return false;
    if (removed === 0) return true;
  }
  return false;
}

/** Deliveries removed from the queue are never sent; locks in the order of `deliveryQueue`. */
async function removeDeliveries(tx: Transaction, worldId: number, before: Date): Promise<number> {
  const doomed = await tx.execute<{ id: string }>(
    sql`select id from deliveries where world_id = ${worldId} and created_at < ${before} limit ${batchSize}`,
  );
  if (doomed.length > 0) await deleteDeliveries(tx, doomed);
  return doomed.length;
}

async function deleteDeliveries(tx: Transaction, doomed: readonly { id: string }[]): Promise<void> {
  const ids = sql`${sql.param(doomed.map(({ id }) => id))}::text[]`;
  await tx.execute(sql`select from delivery_queue where delivery_id = any(${ids}) order by delivery_id for update`);
  await tx.execute(sql`
    with queued as (delete from delivery_queue where delivery_id = any(${ids})), made as (delete from delivery_attempts where delivery_id = any(${ids}))
    delete from deliveries where id = any(${ids})`);
}

async function removeEvents(tx: Transaction, worldId: number, before: Date): Promise<number> {
  const removed = await tx.execute(sql`
    delete from events where id = any(array(
      select id from events where world_id = ${worldId} and id < ${firstIdAt("evt", before)} limit ${batchSize})) returning id`);
  return removed.length;
}

/** Deletes contracts with everything about them, however new. The sweep deletes the files of documents. */
async function removeContracts(tx: Transaction, worldId: number, before: Date): Promise<number> {
  const doomed = await tx.execute<{ cid: string }>(sql`
    select cid from contracts where cid = any(array(
      select cid from contracts where world_id = ${worldId} and cid < ${firstIdAt("", before)} order by cid limit ${batchSize}
    )) order by cid for update`);
  if (doomed.length === 0) return 0;
  const renewed = await lockRenewed(tx, doomed, before);
  const cids = sql`${sql.param([...doomed, ...renewed].map(({ cid }) => cid))}::text[]`;
  await removeNewEvents(tx, { worldId, before, subjects: cids });
  await tx.execute(sql`
    delete from claim_links where cid = any(${cids}) or claim_id = any(array(select id from claims where cid = any(${cids})))`);
  const rows = await tx.execute<{ id: string }>(sql`select id from claims where cid = any(${cids})`);
  if (rows.length > 0) {
    const claimIds = sql`${sql.param(rows.map(({ id }) => id))}::text[]`;
    await removeNewEvents(tx, { worldId, before, subjects: claimIds });
    await tx.execute(sql`delete from sandbox_scenarios where claim_id = any(${claimIds})`);
    await tx.execute(sql`delete from claim_notes where claim_id = any(${claimIds})`);
    await tx.execute(sql`delete from settlements where claim_id = any(${claimIds})`);
    await tx.execute(sql`
      with removed as (delete from claim_documents where claim_id = any(${claimIds}) returning storage_key)
      insert into stray_files (storage_key, since) select storage_key, ${before} from removed on conflict do nothing`);
    await tx.execute(sql`delete from claims where id = any(${claimIds})`);
  }
  await tx.execute(sql`delete from automatic_renewals where cid = any(${cids}) or next_cid = any(${cids})`);
  await tx.execute(sql`delete from premium_entries where cid = any(${cids})`);
  await tx.execute(sql`delete from contract_products where cid = any(${cids})`);
  await tx.execute(sql`delete from contracts where cid = any(${cids})`);
  return doomed.length;
}

/** Due work that was being done when the reset was asked for may have renewed a contract since. */
async function lockRenewed(tx: Transaction, doomed: readonly { cid: string }[], before: Date): Promise<{ cid: string }[]> {
  return tx.execute<{ cid: string }>(sql`
    with recursive renewed (cid) as (
      select next_cid from automatic_renewals
      where cid = any(${sql.param(doomed.map(({ cid }) => cid))}::text[]) and next_cid >= ${firstIdAt("", before)}
      union all
      select a.next_cid from automatic_renewals a join renewed r on a.cid = r.cid where a.next_cid is not null
    )
    select cid from contracts where cid in (select cid from renewed) order by cid for update`);
}

/** Deletes events and deliveries about contracts or claims since the reset was requested. */
async function removeNewEvents(
  tx: Transaction,
  { worldId, before, subjects }: { worldId: number; before: Date; subjects: SQL },
): Promise<void> {
  const isAbout = sql`world_id = ${worldId} and subject_id = any(${subjects})`;
  const rows = await tx.execute<{ id: string }>(sql`select id from deliveries where ${isAbout} and id >= ${firstIdAt("dlv", before)}`);
  if (rows.length > 0) await deleteDeliveries(tx, rows);
  await tx.execute(sql`delete from events where ${isAbout} and id >= ${firstIdAt("evt", before)}`);
}

/** Closed statements count the deleted data. */
async function removeStatements(tx: Transaction, worldId: number): Promise<number> {
  const removed = await tx.execute(sql`delete from statements where world_id = ${worldId} returning month`);
  return removed.length;
}

/** Except for products of newer contracts. */
async function removeProducts(tx: Transaction, worldId: number, before: Date): Promise<number> {
  const removed = await tx.execute(sql`
    delete from products where id = any(array(
      select id from products p where world_id = ${worldId} and id < ${firstIdAt("prod", before)}
        and not exists (select from contract_products c where c.product_id = p.id) limit ${batchSize})) returning id`);
  return removed.length;
}

/** Answers under an `Idempotency-Key` describe deleted things, and the next rehearsal reuses the keys. */
async function removeAnswers(tx: Transaction, worldId: number, before: Date): Promise<number> {
  const removed = await tx.execute(sql`
    delete from idempotency_keys where (world_id, key) in (
      select world_id, key from idempotency_keys where world_id = ${worldId} and created_at < ${before} limit ${batchSize}) returning key`);
  return removed.length;
}

/** Counts and states of deleted deliveries. Rows are locked in the order in which attempts are recorded, one table a transaction. */
const removeFigures = [
  { table: "delivery_hours", key: "world_id, hour, outcome", isDoomed: (before: SQL) => sql`hour < ${before}` },
  { table: "webhook_hours", key: "webhook_id, hour, duration_class", isDoomed: (before: SQL) => sql`hour < ${before}` },
  { table: "webhook_health", key: "webhook_id", isDoomed: (before: SQL) => sql`greatest(last_succeeded_at, last_failed_at) < ${before}` },
  { table: "webhook_outages", key: "id", isDoomed: (before: SQL) => sql`began_at < ${before}` },
  { table: "webhook_drops", key: "webhook_id", isDoomed: (before: SQL) => sql`last_dropped_at < ${before}` },
].map(({ table, key, isDoomed }): Remove => async (tx, worldId, before) => {
  const ofWorld =
    table === "delivery_hours"
      ? sql`world_id = ${worldId}`
      : sql`webhook_id in (select w.id from webhooks w where w.world_id = ${worldId})`;
  const removed = await tx.execute(sql`
    delete from ${sql.raw(table)} where ctid = any(array(
      select ctid from ${sql.raw(table)} where ${ofWorld} and ${isDoomed(sql`${before}`)}
      order by ${sql.raw(key)} limit ${batchSize} for update)) returning 1`);
  return removed.length;
});

/** Makes this process release deliveries in memory. */
export async function releaseHeld(worldId: number): Promise<void> {
  const rows = await pool<{ id: string }[]>`select id from webhooks where world_id = ${worldId} and deleted_at is null`;
  for (const { id } of rows) announceWebhookChange(id);
}
