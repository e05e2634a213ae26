import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { jpegKeyOf } from "#lib/platform/files/heic-to-jpeg.ts";
import { deleteFile } from "#lib/platform/files/storage.ts";
import { log } from "#lib/platform/log/log.ts";

/** Much longer than an upload takes to store its file and write its document. */
const graceMs = 3_600_000;
const batchSize = 20;

/** Deletes the files of a failed upload. One without a row in `stray_files` belongs to a document, whose commit was applied after all. */
export async function deleteStrayFiles(keys: readonly string[]): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const noted = await tx.execute<{ storageKey: string }>(sql`
        select storage_key from stray_files where storage_key = any(${sql.param(keys)}::text[]) for update skip locked`);
      await deleteLocked(tx, noted);
    });
  } catch (error) {
    log.warn({ error, keys }, "stray files could not be deleted; the sweep will");
  }
}

/** Deletes files that no document has named for an hour; returns how many. Instances can sweep concurrently, on locked rows. */
export async function sweepStrayFiles(now: Date): Promise<number> {
  const before = new Date(now.getTime() - graceMs);
  let swept = 0;
  // A file that cannot be deleted keeps its row until the next sweep.
  for (let after: [string, string] | undefined = ["-infinity", ""]; after !== undefined;) {
    const [since, key]: [string, string] = after;
    after = await db.transaction(async (tx) => {
      const rows: { storageKey: string; since: string }[] = await tx.execute(sql`
        select storage_key, since::text from stray_files
        where since < ${before} and (since, storage_key) > (${since}::timestamptz, ${key})
        order by since, storage_key limit ${batchSize} for update skip locked`);
      swept += (await deleteLocked(tx, rows)).length;
      const last = rows.at(-1);
      return last && [last.since, last.storageKey];
    });
  }
  return swept;
}

/** Deletes files and their rows, which `tx` has locked; a file that cannot be deleted keeps its row for the sweep. Returns the keys. */
export async function deleteLocked(tx: Transaction, rows: readonly { storageKey: string }[]): Promise<string[]> {
  const results = await Promise.allSettled(rows.map(({ storageKey }) => deleteWithJpeg(storageKey)));
  const deleted = rows.filter((_row, index) => results[index]?.status === "fulfilled").map(({ storageKey }) => storageKey);
  await tx.execute(sql`delete from stray_files where storage_key = any(${sql.param(deleted)}::text[])`);
  for (const result of results) {
    if (result.status === "rejected") log.error({ error: result.reason as unknown }, "a stray file could not be deleted");
  }
  return deleted;
}

async function deleteWithJpeg(storageKey: string): Promise<void> {
  await Promise.all([deleteFile(storageKey), deleteFile(jpegKeyOf(storageKey))]);
}
