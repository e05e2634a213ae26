import { once } from "node:events";
import { ReadStream, createWriteStream } from "node:fs";
import { lstat, mkdir, opendir, rm } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { S3Client } from "@aws-sdk/client-s3";
import { SpanKind } from "@opentelemetry/api";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { env } from "#lib/platform/env.ts";
import { orUnavailable } from "#lib/platform/files/storage-unavailable.ts";
import { onReset } from "#lib/platform/process/reset.ts";
import { runInnerSpan } from "#lib/platform/traces/spans.ts";

export interface ListedFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** The number of files that S3 lists in one answer. */
const batchSize = 1_000;

const connectMs = 3000;
/** Less than the deadline of a request. */
const silenceMs = 5000;

export interface StoredFile {
  mimeType: string;
  sizeBytes: number;
}

/** Throws StorageUnavailable. */
export function putFile(key: string, content: AsyncIterable<Uint8Array>, { mimeType, sizeBytes }: StoredFile): Promise<void> {
  const options = { contentType: mimeType, contentLength: sizeBytes };
  return orUnavailable("a document could not be stored", () =>
    traced("put document", async () => (await disk()).putStream(key, Readable.from(content, { objectMode: false }), options)),
  );
}

/** Rejects for an unknown key; throws StorageUnavailable. */
export function getFile(key: string): Promise<Readable> {
  return orUnavailable("a document could not be read", () =>
    traced("get document", async () => {
      const content = await (await disk()).getStream(key);
      // The stream of a local file opens the file later, when an answer has begun.
      if (content instanceof ReadStream) await once(content, "open");
      return content;
    }),
  );
}

/** Throws StorageUnavailable. */
export function hasFile(key: string): Promise<boolean> {
  return orUnavailable("a document could not be looked for", () => traced("look for document", async () => (await disk()).exists(key)));
}

/** Succeeds for an unknown key. */
export async function deleteFile(key: string): Promise<void> {
  await traced("delete document", async () => (await disk()).delete(key));
}

/** Everything in the store, a batch at a time and in no order; what is stored meanwhile may be missing. Throws StorageUnavailable. */
export async function* listFiles(): AsyncGenerator<ListedFile[]> {
  const { STORAGE_BUCKET } = env;
  const batches = STORAGE_BUCKET === undefined ? listDirectory(localDirectory()) : listBucket(await openS3(), STORAGE_BUCKET);
  for (;;) {
    const next = await orUnavailable("the documents could not be listed", () => traced("list documents", () => batches.next()));
    if (next.done === true) return;
    yield next.value;
  }
}

/** A temporary URL of the store itself; undefined for the local disk, whose files this server serves. */
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

function traced<Result>(operation: string, run: () => Promise<Result>): Promise<Result> {
  const attributes = { "covergate.storage": env.STORAGE_BUCKET === undefined ? "directory" : "s3" };
  return runInnerSpan(operation, { kind: SpanKind.CLIENT, attributes }, run);
}

function localDirectory(): string {
  return join(env.DATA_DIR, "documents");
}

let opened: Promise<Disk> | undefined;

/** S3 where a bucket is set, else a directory. */
function disk(): Promise<Disk> {
  opened ??= openDisk();
  return opened;
}

async function openDisk(): Promise<Disk> {
  const { STORAGE_BUCKET } = env;
  if (STORAGE_BUCKET === undefined) return new Disk(new LocalDisk(localDirectory()));
  const [{ S3Driver }, client] = await Promise.all([import("flydrive/drivers/s3"), openS3()]);
  // The bucket's policy decides, and many stores have no ACLs.
  return new Disk(new S3Driver({ client, bucket: STORAGE_BUCKET, visibility: "private", supportsACL: false }));
}

let openedS3: Promise<S3Client> | undefined;

function openS3(): Promise<S3Client> {
  openedS3 ??= connectS3();
  return openedS3;
}

onReset(() => {
  opened = undefined;
  openedS3 = undefined;
});

const ignore = (): void => undefined;

async function connectS3(): Promise<S3Client> {
  const { STORAGE_REGION, STORAGE_ENDPOINT, STORAGE_ACCESS_KEY_ID, STORAGE_SECRET_ACCESS_KEY } = env;
  // Loaded on demand, since it is large and most instances do without.
  const { S3Client: Client } = await import("@aws-sdk/client-s3");
  return new Client({
    region: STORAGE_REGION,
    // The default checksum form works everywhere only with Amazon's S3.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // The default waits forever for a silent store.
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs },
    // Without one it prints plain text among the lines of the log, which have each failure already.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    ...(STORAGE_ENDPOINT !== undefined && { endpoint: STORAGE_ENDPOINT, forcePathStyle: true }),
    ...(STORAGE_ACCESS_KEY_ID !== undefined &&
      STORAGE_SECRET_ACCESS_KEY !== undefined && {
        credentials: { accessKeyId: STORAGE_ACCESS_KEY_ID, secretAccessKey: STORAGE_SECRET_ACCESS_KEY },
      }),
  });
}

/** Files in one directory. The driver's own `putStream` fails with "aborted" on a full disk, and leaves what it had written. */
class LocalDisk extends FSDriver {
  readonly #directory: string;

  constructor(directory: string) {
    super({ location: directory, visibility: "private" });
    this.#directory = directory;
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    const path = join(this.#directory, key);
    // No other account of the machine may read the documents.
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(contents, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }
}

/** Walks a directory; none if it is missing. */
async function* listDirectory(directory: string): AsyncGenerator<ListedFile[]> {
  let paths: string[] = [];
  try {
    for await (const entry of await opendir(directory, { recursive: true })) {
      if (!entry.isFile()) continue;
      paths.push(join(entry.parentPath, entry.name));
      if (paths.length < batchSize) continue;
      yield await describeFiles(directory, paths);
      paths = [];
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  yield await describeFiles(directory, paths);
}

async function describeFiles(directory: string, paths: readonly string[]): Promise<ListedFile[]> {
  const files = await Promise.all(
    paths.map(async (path) => {
      const stats = await lstat(path).catch((error: unknown) => {
        // It was deleted meanwhile.
        if (isMissing(error)) return undefined;
        throw error;
      });
      return stats && { key: relative(directory, path).replaceAll(sep, "/"), sizeBytes: stats.size, modifiedAt: stats.mtime };
    }),
  );
  return files.filter((file) => file !== undefined);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Reads the list of a bucket page by page. */
async function* listBucket(client: S3Client, bucket: string): AsyncGenerator<ListedFile[]> {
  const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
  for await (const { Contents = [] } of paginateListObjectsV2({ client, pageSize: batchSize }, { Bucket: bucket })) {
    yield Contents.flatMap(({ Key, Size = 0, LastModified }) =>
      Key === undefined || LastModified === undefined ? [] : [{ key: Key, sizeBytes: Size, modifiedAt: LastModified }],
    );
  }
}
