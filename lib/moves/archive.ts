import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { MoveRefused } from "#lib/moves/refused.ts";

/*
 * A partner in a file: lines of JSON, compressed, and encrypted under a passphrase in the format of age (https://age-encryption.org), which
 * also proves that nothing is changed or missing. Written and read as a stream.
 */

const mode = 0o600;
const partialOf = (file: string): string => `${file}.part`;

/** MoveRefused where the file could not be written. */
export async function assertWritable(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory() === true) throw new MoveRefused(`nothing can be written to ${file}: it is a directory, so name a file in it`);
  try {
    await (await open(partialOf(file), "a", mode)).close();
    await rm(partialOf(file));
  } catch (error) {
    throw new MoveRefused(`nothing can be written to ${file} (${error instanceof Error ? error.message : String(error)})`, {
      cause: error,
    });
  }
}

/** Writes the lines beside the file and then renames it, so that a file of this name is whole. Returns its size and its SHA-256. */
export async function writeArchive(
  file: string,
  passphrase: string,
  lines: AsyncIterable<object>,
): Promise<{ bytes: number; sha256: string }> {
  const texts = async function* (): AsyncGenerator<string> {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`;
  };
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const failing = new AbortController();
  const compressed = createGzip();
  const packing = pipeline(texts, compressed, { signal: failing.signal });
  const encrypted = await encrypter.encrypt(Readable.toWeb(compressed) as never);
  const sum = createHash("sha256");
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      sum.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  };
  const stored = Readable.fromWeb(encrypted as unknown as ReadableStream);
  const target = createWriteStream(partialOf(file), { mode });
  const parts = [packing, pipeline(stored, counted, target, { signal: failing.signal })];
  try {
    await Promise.all(parts);
  } catch (error) {
    // The streams of the web do not pass it on, and the lines have a connection to release.
    failing.abort();
    await Promise.allSettled(parts);
    throw error;
  }
  await rename(partialOf(file), file);
  return { bytes, sha256: sum.digest("hex") };
}

/** Reads the lines. MoveRefused for another passphrase, and for a file that is not there, not to be read, changed or cut. */
export async function* readArchive(file: string, passphrase: string): AsyncGenerator<Record<string, unknown>> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const stored = Readable.toWeb(createReadStream(file));
  try {
    const decrypted = Readable.fromWeb((await decrypter.decrypt(stored as never)) as unknown as ReadableStream);
    // `compose` ends the one with the error of the other.
    const content = decrypted.compose(createGunzip()) as AsyncIterable<Uint8Array>;
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of content) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as Record<string, unknown>;
    }
  } catch (error) {
    if (error instanceof Error && "syscall" in error) throw new MoveRefused(`${file} cannot be read (${error.message})`, { cause: error });
    throw new MoveRefused("this file cannot be read: the passphrase is another one, or the file is cut or changed", { cause: error });
  }
}
