import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { newId } from "#lib/ids.ts";

/** How much of its beginning a file keeps in memory, which is enough to tell its type. */
const headBytes = 4100;

/**
 * A file on its way in: written to the temporary directory as it arrives, and read again once it is whole. It has no name there,
 * so that nothing is left of it when it is closed or the process dies. Its size is then known, which S3 asks for before it takes
 * a stream, and nothing reaches the object store before everything is checked.
 */
export class SpooledFile {
  readonly #handle: FileHandle;
  readonly #hash = createHash("sha256");
  readonly #head = Buffer.alloc(headBytes);
  #size = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(): Promise<SpooledFile> {
    const path = join(tmpdir(), `covergate-${newId("doc")}`);
    const handle = await open(path, "wx+", 0o600);
    await unlink(path);
    return new SpooledFile(handle);
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  /** The first bytes. */
  get head(): Uint8Array {
    return this.#head.subarray(0, Math.min(this.#size, headBytes));
  }

  /** The SHA-256 of the content, in hexadecimal. */
  get digest(): string {
    return this.#hash.copy().digest("hex");
  }

  /** Appends; the chunk may be used again once this is done. */
  async append(chunk: Uint8Array): Promise<void> {
    if (this.#size < headBytes) this.#head.set(chunk.subarray(0, headBytes - this.#size), this.#size);
    this.#hash.update(chunk);
    for (let written = 0; written < chunk.byteLength;) {
      const { bytesWritten } = await this.#handle.write(chunk, written, chunk.byteLength - written, this.#size + written);
      written += bytesWritten;
    }
    this.#size += chunk.byteLength;
  }

  /** The content from its beginning. */
  read(): Readable {
    return createReadStream("", { fd: this.#handle, start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}
