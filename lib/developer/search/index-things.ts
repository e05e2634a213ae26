import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db, sql as pool } from "#db/client.ts";
import type { Fragment, Transaction } from "#db/client.ts";
import { searchRepairs } from "#db/schema/search.ts";
import { entryKinds } from "#lib/account/search/find.ts";
import type { EntryKind } from "#lib/account/search/find.ts";
import { entriesLock } from "#lib/account/search/forget.ts";
import { isRefused, writeEntries } from "#lib/developer/search/searched-texts.ts";
import { processBatches } from "#lib/platform/jobs/process-batches.ts";

/** Things whose entries are written in one transaction. */
const batchSize = 200;
/** Marks a thing that a repair writes: nothing that it finds changes, and so nothing else is written. */
const onlyItself = "~";

interface Mark extends Record<string, unknown> {
  id: string;
  kind: EntryKind;
  key: string;
  after: string | null;
}

/** At once while something is marked, or entries are being written from the beginning. */
export const nextIndexing = (now: Date): Fragment => pool`
  select ${now}::timestamptz where exists (select from search_marks) or exists (select from search_repairs where finished_at is null)`;

/**
 * Writes the entries of the things that are marked, then marks the next things of a repair, a batch in a transaction. One instance does so at
 * a time; after a crash the marks are there again. A job.
 */
export async function indexThings(now: Date, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
  for (let hasMore = true; hasMore && signal?.aborted !== true;) {
    await processBatches({ job: "index-search", now, batchSize, signal, untilShort: true, run: indexMarked });
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

/** Writes the entries of the oldest marks. */
function indexMarked(limit: number, setAside: readonly string[], picked: (ids: readonly string[]) => void): Promise<string[]> {
  return asOnlyWriter(async (tx) => {
    const marks = await tx.execute<Mark>(sql`
      select id, kind, key, after from search_marks
      where (after is null or after = ${onlyItself}) and id <> all(${sql.param([...setAside])}::bigint[]) order by id limit ${limit}`);
    const ids = marks.map(({ id }) => id);
    picked(ids);
    const changed = marks.filter(({ kind, after }) => kind === "contracts" && after === null);
    await write(
      tx,
      marks,
      changed.map(({ key }) => key),
    );
    const isDone = sql`id = any(${sql.param(ids)}::bigint[])`;
    // Contracts are also found by these, and there may be many.
    const isOfContracts = sql`after is null and kind in ('products', 'renters')`;
    await tx.execute(sql`delete from search_marks where ${isDone} and (${isOfContracts}) is not true`);
    await tx.execute(sql`update search_marks set after = '' where ${isDone}`);
    return ids;
  }, []);
}

/** Writes things, and the claims and renewals of these contracts, which are found by what finds the contract. */
async function write(tx: Transaction, things: readonly { kind: EntryKind; key: string }[], cids: readonly string[]): Promise<void> {
  const isAbout = sql`cid = any(${sql.param([...cids])}::text[])`;
  const about = await tx.execute<{ kind: EntryKind; key: string }>(sql`
    select 'claims' as kind, id as key from claims where ${isAbout} union all select 'renewals', arid from automatic_renewals where ${isAbout}`);
  for (const [kind, ofKind] of Map.groupBy([...things, ...about], (thing) => thing.kind)) {
    await writeEntries(tx, kind, [...new Set(ofKind.map(({ key }) => key))]);
  }
}

/** Writes the next contracts of the first changed product or rental company; false if there is none. */
async function continueContracts(tx: Transaction): Promise<boolean> {
  const [mark] = await tx.execute<Mark>(sql`
    select id, kind, key, after from search_marks where after is not null and after <> ${onlyItself} order by id limit 1`);
  if (mark === undefined) return false;
  const rows = await tx.execute<{ cid: string; place: string }>(
    mark.kind === "products"
      ? sql`select cid, cpid as place from contract_products where product_id = ${mark.key} and cpid > ${mark.after} order by cpid limit ${batchSize}`
      : sql`
        select c.cid, c.cid as place from renter_attachments a cross join lateral (
          select cid from contracts where world_id = a.world_id and uid = a.renter_uid and cid > ${mark.after} order by cid limit ${batchSize}
        ) c where a.renter_uid = ${mark.key} order by c.cid limit ${batchSize}`,
  );
  const things = rows.map(({ cid }) => ({ kind: "contracts" as const, key: cid }));
  await write(
    tx,
    things,
    rows.map(({ cid }) => cid),
  );
  const last = rows.at(-1)?.place;
  const isMark = sql`id = ${mark.id}`;
  await tx.execute(
    last === undefined ? sql`delete from search_marks where ${isMark}` : sql`update search_marks set after = ${last} where ${isMark}`,
  );
  return true;
}

/** Begins to write all entries anew, unless that is under way; the job does it. */
export async function beginRepair(now: Date): Promise<void> {
  const fresh = { startedAt: now, finishedAt: null, kind: entryKinds[0], after: "", entries: 0 };
  await db
    .insert(searchRepairs)
    .values({ id: 1, ...fresh })
    .onConflictDoUpdate({ target: searchRepairs.id, set: fresh, setWhere: sql`${searchRepairs.finishedAt} is not null` });
}

/** How far the last repair is; undefined before the first. */
export async function readRepair(): Promise<typeof searchRepairs.$inferSelect | undefined> {
  const [row] = await db.select().from(searchRepairs);
  return row;
}

/** The next keys of a kind, of things and of their entries, whose things may be gone. */
const keysAfter = (table: string, key: string) => (kind: EntryKind, after: string) => {
  const column = sql.raw(key);
  return sql`
    (select ${column} as key from ${sql.raw(table)} where ${column} > ${after} order by ${column} limit ${batchSize})
    union (select id from search_entries where kind = ${kind} and id > ${after} order by id limit ${batchSize})`;
};
const keys: Record<EntryKind, (kind: EntryKind, after: string) => SQL> = {
  contracts: keysAfter("contracts", "cid"),
  claims: keysAfter("claims", "id"),
  products: keysAfter("products", "id"),
  renewals: keysAfter("automatic_renewals", "arid"),
  renters: keysAfter("renters", "uid"),
  // A world, in ten digits, and a call of it.
  calls: (_kind, after) => sql`
    select lpad(c.world_id::text, 10, '0') || ' ' || c.execution_id as key from worlds w cross join lateral (
      select world_id, execution_id from calls r where world_id = w.id and ${isRefused}
        and (w.id > ${Number(after.slice(0, 10))} or execution_id > ${after.slice(11)}) order by execution_id limit ${batchSize}
    ) c where w.id >= ${Number(after.slice(0, 10))} order by c.world_id, c.execution_id limit ${batchSize}`,
};

/** Marks the next things of a repair that is under way; false if none is. */
async function continueRepair(tx: Transaction, now: Date): Promise<boolean> {
  const [repair] = await tx
    .select()
    .from(searchRepairs)
    .where(sql`${searchRepairs.finishedAt} is null`);
  if (repair === undefined) return false;
  const kind = entryKinds.find((each) => each === repair.kind) ?? entryKinds[0];
  const [marked] = await tx.execute<{ last: string | null; count: number }>(sql`
    with page as (select key from (${keys[kind](kind, repair.after)}) found order by key limit ${batchSize}),
      marked as (insert into search_marks (kind, key, after) select ${kind}, key, ${onlyItself} from page order by key)
    select max(key) as last, count(*)::int as count from page`);
  const next = entryKinds[entryKinds.indexOf(kind) + 1];
  const { last = null, count = 0 } = marked ?? {};
  const onward = last !== null ? { after: last } : next !== undefined ? { kind: next, after: "" } : { finishedAt: now };
  await tx.update(searchRepairs).set({ ...onward, entries: repair.entries + count });
  return true;
}
