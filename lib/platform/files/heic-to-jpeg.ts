import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

export interface HeicLimits {
  /** The most pixels of the decoded picture. Phones make up to 48 million in HEIC. */
  pixels: number;
  /** The most memory of the decoder. */
  bytes: number;
  /** The longer side of the JPEG; a larger picture is reduced by a whole factor. */
  side: number;
  ms: number;
}

export const heicLimits: HeicLimits = { pixels: 50_000_000, bytes: 512 * 1024 * 1024, side: 4_096, ms: 60_000 };

/** The file is damaged, of an unknown coding, or exceeds a limit. */
export class NotDecodable extends Error {}

/** The JPEG stands beside its original in the object store. */
export function jpegKeyOf(storageKey: string): string {
  return `${storageKey}.jpg`;
}

/** Turns a HEIC file into a JPEG, in a thread of its own with limits, since the file is a stranger's. Throws NotDecodable. */
export async function heicToJpeg(heic: Uint8Array, limits = heicLimits): Promise<Uint8Array> {
  const worker = new Worker(join(/* turbopackIgnore: true */ process.cwd(), "lib/platform/files/heic-worker.ts"), {
    workerData: { heic, limits },
    env: {},
    execArgv: [],
    // The decoder prints its complaints, which are no lines of the log.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  try {
    const [jpeg] = (await once(worker, "message", { signal: AbortSignal.timeout(limits.ms) })) as [Uint8Array];
    return jpeg;
  } catch (error) {
    throw new NotDecodable(error instanceof Error ? error.message : String(error), { cause: error });
  } finally {
    await worker.terminate();
  }
}
