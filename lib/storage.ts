import { join } from "node:path";
import { Readable } from "node:stream";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { env } from "#lib/env.ts";

/** How long the store may take to connect, and how long it may be silent. */
const connectMs = 3000;
const silenceMs = 8000;

/** What is stored: its type and its size in bytes. */
export interface StoredFile {
  mimeType: string;
  sizeBytes: number;
}

/** Stores a file under a new key. */
export async function putFile(key: string, content: AsyncIterable<Uint8Array>, { mimeType, sizeBytes }: StoredFile): Promise<void> {
  await (await disk()).putStream(key, Readable.from(content, { objectMode: false }), { contentType: mimeType, contentLength: sizeBytes });
}

/** The content of a stored file; fails where there is none. */
export async function getFile(key: string): Promise<Readable> {
  return (await disk()).getStream(key);
}

/** Deletes a stored file; one that is not there is deleted already. */
export async function deleteFile(key: string): Promise<void> {
  await (await disk()).delete(key);
}

/** An address at which the store itself serves a file, for so many seconds; undefined where this server has to (the local disk). */
export async function signFileUrl(
  key: string,
  options: { seconds: number; mimeType: string; disposition: string },
): Promise<string | undefined> {
  if (env.STORAGE_BUCKET === undefined) return undefined;
  return (await disk()).getSignedUrl(key, {
    expiresIn: options.seconds,
    contentType: options.mimeType,
    contentDisposition: options.disposition,
  });
}

let opened: Promise<Disk> | undefined;

/** The object store: S3 where a bucket is set, else a directory. */
function disk(): Promise<Disk> {
  opened ??= openDisk();
  return opened;
}

async function openDisk(): Promise<Disk> {
  const { STORAGE_BUCKET, STORAGE_REGION, STORAGE_ENDPOINT, STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY } = env;
  if (STORAGE_BUCKET === undefined) {
    return new Disk(new FSDriver({ location: join(env.DATA_DIR, "documents"), visibility: "private" }));
  }
  // Large, and most instances do without.
  const { S3Driver } = await import("flydrive/drivers/s3");
  return new Disk(
    new S3Driver({
      bucket: STORAGE_BUCKET,
      region: STORAGE_REGION,
      visibility: "private",
      // Who may read is the bucket's policy; many stores have no lists of their own for each object.
      supportsACL: false,
      // Without, uploads are sent in a form that only Amazon's own S3 takes everywhere.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      // By itself it waits for a store that is silent without end.
      requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
      ...(STORAGE_ENDPOINT !== undefined && { endpoint: STORAGE_ENDPOINT, forcePathStyle: true }),
      ...(STORAGE_ACCESS_KEY_ID !== undefined &&
        STORAGE_SECRET_ACCESS_KEY !== undefined && {
          credentials: { accessKeyId: STORAGE_ACCESS_KEY_ID, secretAccessKey: STORAGE_SECRET_ACCESS_KEY },
        }),
    }),
  );
}
