import { metrics } from "#lib/platform/metrics/metrics.ts";

/** A store or disk refused, is full, or did not answer in time: the same may succeed later. */
export class StorageUnavailable extends Error {}

/** The codes for a missing file, from a disk or an object store that works. */
const missing = new Set(["ENOENT", "NoSuchKey", "NotFound"]);

/** Throws StorageUnavailable, with the reason, for any failure but that of a missing file. */
export async function orUnavailable<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const { name, message, code } = deepest(error);
    if (missing.has(name) || missing.has(code)) throw error;
    metrics.storageFailures.inc();
    throw new StorageUnavailable(`${what}: ${name === "Error" ? "" : `${name}, `}${message}`, { cause: error });
  }
}

/** Returns the original error, which libraries wrap. */
function deepest(error: unknown): { name: string; message: string; code: string } {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), code: "" };
  if (error.cause instanceof Error) return deepest(error.cause);
  return { name: error.name, message: error.message, code: "code" in error ? String(error.code) : "" };
}
