import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FSDriver } from "flydrive/drivers/fs";

/** Files in one directory. The driver's own `putStream` fails with "aborted" on a full disk, and leaves what it had written. */
export class LocalDisk extends FSDriver {
  readonly #directory: string;

  constructor(directory: string) {
    super({ location: directory, visibility: "private" });
    this.#directory = directory;
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    const path = join(this.#directory, key);
    await mkdir(dirname(path), { recursive: true });
    try {
      await pipeline(contents, createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }
}
