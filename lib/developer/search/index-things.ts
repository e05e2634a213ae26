import { sql } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { entryKinds } from "#lib/account/search/find.ts";
import type { EntryKind } from "#lib/account/search/find.ts";
import { entriesLock } from "#lib/account/search/forget.ts";
import { continueRepair } from "#lib/developer/search/repair.ts";
import { writeContracts, writeEntries } from "#lib/developer/search/write.ts";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";

/** Things whose entries are written in one transaction. */
const batchSize = 200;

/** At once while something is marked, or entries are being written from the beginning. */
export const nextIndexing = (now: Date): Fragment => pool`
  select ${now}::timestamptz where exists (select from search_marks) or exists (select from search_repairs where finished_at is null)`;

/**
 * Writes the entries of the things that are marked, then those that a repair has left, a batch in a transaction. One instance does so at a
 * time; after a crash the marks are there again. A job.
 */
export async function indexThings(now: Date, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
  for (let hasMore = true; hasMore && signal?.aborted !== true;) {
    await processBatches({ job: "index-search", now, batchSize, signal, run: indexMarked });
    hasMore = await asOnlyWriter(async (tx) => (await continueContracts(tx)) || continueRepair(tx, now), false);
  }
}

/** Writes entries where there are some to write, for processes that ask every second. */
export async function indexIfDue(now: Date, signal: AbortSignal): Promise<void> {
  if ((await nextIndexing(now)).length > 0) await indexThings(now, { signal });
}

/** Does work in a transaction, or answers `otherwise` while another instance writes entries. */
function asOnlyWriter<Result>(work: (tx: Transaction) => Promise<Result>, otherwise: Result): Promise<Result> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ isFree: boolean }>(sql`select pg_try_advisory_xact_lock(${entriesLock}) as "isFree"`);
    return lock?.isFree === true ? work(tx) : otherwise;
  });
}

interface Mark extends Record<string, unknown> {
  id: string;
  kind: EntryKind;
  key: string;
}

/** Writes the entries of the oldest marks. */
function indexMarked(limit: number, setAside: readonly string[], picked: (ids: readonly string[]) => void): Promise<string[]> {
  return asOnlyWriter(async (tx) => {
    const marks = await tx.execute<Mark>(sql`
      select id, kind, key from search_marks where after is null and id <> all(${sql.param([...setAside])}::bigint[]) order by id limit ${limit}`);
    const ids = marks.map(({ id }) => id);
    picked(ids);
    for (const kind of entryKinds) {
      const keys = [...new Set(marks.filter((mark) => mark.kind === kind).map(({ key }) => key))];
      await (kind === "contracts" ? writeContracts(tx, keys) : writeEntries(tx, kind, keys));
    }
    const isDone = sql`id = any(${sql.param(ids)}::bigint[])`;
    // Contracts are also found by these, and there may be many.
    const isOfContracts = sql`kind in ('products', 'renters')`;
    await tx.execute(sql`update search_marks set after = '' where ${isDone} and ${isOfContracts}`);
    await tx.execute(sql`delete from search_marks where ${isDone} and not ${isOfContracts}`);
    return ids;
  }, []);
}

/** Writes the next contracts of the first changed product or rental company; false if there is none. */
async function continueContracts(tx: Transaction): Promise<boolean> {
  const [mark] = await tx.execute<Mark & { after: string }>(sql`
    select id, kind, key, after from search_marks where after is not null order by id limit 1`);
  if (mark === undefined) return false;
  const rows = await tx.execute<{ cid: string; place: string }>(
    mark.kind === "products"
      ? sql`select cid, cpid as place from contract_products where product_id = ${mark.key} and cpid > ${mark.after} order by cpid limit ${batchSize}`
      : sql`
        select c.cid, c.cid as place from renter_attachments a cross join lateral (
          select cid from contracts where world_id = a.world_id and uid = a.renter_uid and cid > ${mark.after} order by cid limit ${batchSize}
        ) c where a.renter_uid = ${mark.key} order by c.cid limit ${batchSize}`,
  );
  await writeContracts(tx, [...new Set(rows.map(({ cid }) => cid))]);
  const last = rows.at(-1)?.place;
  await tx.execute(
    last === undefined
      ? sql`delete from search_marks where id = ${mark.id}`
      : sql`update search_marks set after = ${last} where id = ${mark.id}`,
  );
  return true;
}
