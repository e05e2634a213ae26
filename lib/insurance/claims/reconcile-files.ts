import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { deleteLocked } from "#lib/insurance/claims/stray-files.ts";
import { hasFile, listFiles } from "#lib/platform/files/storage.ts";
import type { ListedFile } from "#lib/platform/files/storage.ts";

/** The keys of what Covergate stores: documents of claims, JPEGs of them, and logos. Anything else in the store is somebody else's. */
const ownKey = /^(?:doc_[0-9A-HJKMNP-TV-Z]{26}(?:\.jpg)?|logos\/logo_[0-9A-HJKMNP-TV-Z]{26})$/;
/** Deleted in one transaction. */
const deletedAtOnce = 50;
const rowsAtATime = 500;
const soughtAtOnce = 50;
const maxNamed = 1_000;

export interface FileCount {
  files: number;
  bytes: number;
  oldest: Date | null;
}

export interface FoundFiles {
  /** All of Covergate's own in the store. */
  stored: FileCount;
  /** Those that no document, logo or entry of `stray_files` names. */
  strays: FileCount;
  /** Strays that were last changed before a moment. */
  old: FileCount;
  /** Files that others have put into the store; they are left alone. */
  foreign: FileCount;
}

/** Lists the whole store, a batch at a time, and looks up the rows that name its files. Throws StorageUnavailable. */
export async function findStrays(before: Date): Promise<FoundFiles> {
  const counts = { stored: nothing(), strays: nothing(), old: nothing(), foreign: nothing() };
  for await (const files of listFiles()) {
    const own = files.filter(({ key }) => ownKey.test(key));
    const strays = await keepUnnamed(own);
    count(counts.stored, own);
    count(counts.strays, strays);
    count(
      counts.old,
      strays.filter(({ modifiedAt }) => modifiedAt < before),
    );
    count(
      counts.foreign,
      files.filter(({ key }) => !ownKey.test(key)),
    );
  }
  return counts;
}

/**
 * Deletes strays that were last changed before a moment; several may run at once, and uploads go on. A file that cannot be deleted is left
 * to the job that sweeps `stray_files`. Throws StorageUnavailable.
 */
export async function deleteStrays(ctx: OperatorContext, before: Date, found: FileCount): Promise<{ files: number; bytes: number }> {
  const details = { files: found.files, bytes: found.bytes, changedBefore: before.toISOString() };
  await db.transaction((tx) => recordAudit(tx, ctx, { action: "files.deleted", subjectId: "documents", details }));
  const deleted = { files: 0, bytes: 0 };
  for await (const files of listFiles()) {
    const strays = await keepUnnamed(files.filter(({ key, modifiedAt }) => ownKey.test(key) && modifiedAt < before));
    while (strays.length > 0) {
      const batch = strays.splice(0, deletedAtOnce);
      const gone = new Set(await db.transaction((tx) => deleteUnnamed(tx, ctx.now, batch)));
      deleted.files += gone.size;
      for (const { key, sizeBytes } of batch) if (gone.has(key)) deleted.bytes += sizeBytes;
    }
  }
  return deleted;
}

/** Returns the files that nothing names. An upload notes its file in `stray_files` before it stores it. */
async function keepUnnamed(files: readonly ListedFile[]): Promise<ListedFile[]> {
  if (files.length === 0) return [];
  const named = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(files.map(({ key }) => key))}::text[]) key
    where ${isNamed} or exists (select from stray_files where storage_key = key)`);
  const keys = new Set(named.map(({ key }) => key));
  return files.filter(({ key }) => !keys.has(key));
}

/** The file of a document that was replaced is named no more. A JPEG is named with its original. */
const isNamed = sql`(exists (select from claim_documents where storage_key = regexp_replace(key, '[.]jpg$', '') and replaced_at is null)
  or key in (select logo ->> 'storageKey' from partners where logo is not null
    union all select logo ->> 'storageKey' from renters where logo is not null))`;

/** Returns the keys of the deleted files. */
async function deleteUnnamed(tx: Transaction, now: Date, files: readonly ListedFile[]): Promise<string[]> {
  const noted = await tx.execute<{ key: string }>(sql`
    insert into stray_files (storage_key, since)
    select key, ${now} from unnest(${sql.param(files.map(({ key }) => key))}::text[]) key order by key
    on conflict do nothing returning storage_key as key`);
  // Looked at again, since the rows that were inserted may have waited for the transaction of an upload.
  const named = await tx.execute<{ key: string }>(sql`
    delete from stray_files where storage_key in (
      select key from unnest(${sql.param(noted.map(({ key }) => key))}::text[]) key where ${isNamed}
    ) returning storage_key as key`);
  const keys = new Set(named.map(({ key }) => key));
  const unnamed = noted.filter(({ key }) => !keys.has(key));
  // Another run may have deleted it.
  const there = await Promise.all(unnamed.map(({ key }) => hasFile(key)));
  const deleted = await deleteLocked(
    tx,
    unnamed.map(({ key }) => ({ storageKey: key })),
  );
  return unnamed.filter(({ key }, index) => there[index] === true && deleted.includes(key)).map(({ key }) => key);
}

export interface LostFile {
  storageKey: string;
  documentId: string;
  /** Its number, or its identifier before it has one. */
  claim: string;
}

export interface FoundDocuments {
  documents: number;
  lost: number;
  /** Up to 1,000 of them, in the order in which they were uploaded. */
  named: LostFile[];
}

/** Asks the store for the file of every document. Throws StorageUnavailable. */
export async function findLostDocuments(): Promise<FoundDocuments> {
  const found: FoundDocuments = { documents: 0, lost: 0, named: [] };
  for (let after: string | undefined = ""; after !== undefined;) {
    const rows: LostFile[] = await readDocuments(sql`d.id > ${after}`);
    const missing: string[] = [];
    for (let from = 0; from < rows.length; from += soughtAtOnce) {
      const sought = rows.slice(from, from + soughtAtOnce);
      const there = await Promise.all(sought.map(({ storageKey }) => hasFile(storageKey)));
      missing.push(...sought.filter((_row, index) => there[index] === false).map(({ documentId }) => documentId));
    }
    // A document that was replaced or erased meanwhile lacks nothing.
    const lost = missing.length === 0 ? [] : await readDocuments(sql`d.id = any(${sql.param(missing)}::text[])`);
    found.documents += rows.length;
    found.lost += lost.length;
    found.named.push(...lost.slice(0, maxNamed - found.named.length));
    after = rows.length < rowsAtATime ? undefined : rows.at(-1)?.documentId;
  }
  return found;
}

async function readDocuments(which: ReturnType<typeof sql>): Promise<LostFile[]> {
  return db.execute<{ storageKey: string; documentId: string; claim: string }>(sql`
    select d.storage_key, d.id as "documentId", coalesce(c.claim_id, c.id) as claim
    from claim_documents d join claims c on c.id = d.claim_id
    where ${which} and d.replaced_at is null order by d.id limit ${rowsAtATime}`);
}

function nothing(): FileCount {
  return { files: 0, bytes: 0, oldest: null };
}

function count(counted: FileCount, files: readonly ListedFile[]): void {
  for (const { sizeBytes, modifiedAt } of files) {
    counted.files += 1;
    counted.bytes += sizeBytes;
    if (counted.oldest === null || modifiedAt < counted.oldest) counted.oldest = modifiedAt;
  }
}
