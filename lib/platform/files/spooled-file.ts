import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { orUnavailable } from "#lib/platform/files/storage-unavailable.ts";
import { newId } from "#lib/platform/ids.ts";

/** Enough to detect the type of a file. */
const headBytes = 4100;

const spooling = "an incoming file could not be kept in the temporary directory";

/**
 * An incoming file, spooled to the temporary directory and read again once it is complete. It is unlinked at once, so nothing remains after
 * a crash. S3 needs the size before it accepts a stream, and nothing reaches the object store before all checks.
 */
export class SpooledFile {
  readonly #handle: FileHandle;
  readonly #hash = createHash("sha256");
  readonly #head = Buffer.alloc(headBytes);
  #size = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Throws StorageUnavailable. */
  static create(): Promise<SpooledFile> {
    return orUnavailable(spooling, async () => {
      const path = join(tmpdir(), `covergate-${newId("doc")}`);
      const handle = await open(path, "wx+", 0o600);
      await unlink(path);
      return new SpooledFile(handle);
    });
  }

  get size(): number {
    return this.#size;
  }

  get head(): Uint8Array {
    return this.#head.subarray(0, Math.min(this.#size, headBytes));
  }

  get digest(): string {
    return this.#hash.copy().digest("hex");
  }

  /** The chunk may be reused afterwards. Throws StorageUnavailable. */
  async append(chunk: Uint8Array): Promise<void> {
    if (this.#size < headBytes) this.#head.set(chunk.subarray(0, headBytes - this.#size), this.#size);
    this.#hash.update(chunk);
    await orUnavailable(spooling, async () => {
      for (let written = 0; written < chunk.byteLength;) {
        const { bytesWritten } = await this.#handle.write(chunk, written, chunk.byteLength - written, this.#size + written);
        written += bytesWritten;
      }
    });
    this.#size += chunk.byteLength;
  }

  read(): Readable {
    return createReadStream("", { fd: this.#handle, start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
