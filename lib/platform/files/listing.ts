import { lstat, opendir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";

export interface ListedFile {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

/** The number of files that S3 lists in one answer. */
const batchSize = 1_000;

/** Walks a directory; none if it is missing. */
export async function* listDirectory(directory: string): AsyncGenerator<ListedFile[]> {
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
export async function* listBucket(client: S3Client, bucket: string): AsyncGenerator<ListedFile[]> {
  const { paginateListObjectsV2 } = await import("@aws-sdk/client-s3");
  for await (const { Contents = [] } of paginateListObjectsV2({ client, pageSize: batchSize }, { Bucket: bucket })) {
    yield Contents.flatMap(({ Key, Size = 0, LastModified }) =>
      Key === undefined || LastModified === undefined ? [] : [{ key: Key, sizeBytes: Size, modifiedAt: LastModified }],
    );
  }
}
