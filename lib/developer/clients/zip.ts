import { crc32 } from "node:zlib";
import type { PackedFile } from "#lib/developer/clients/tar.ts";

/** The first of January 1980, the earliest date of the format. */
const date = 0x21;
const stored = 0;
/** Names are UTF-8. */
const flags = 0x800;
const fileMode = 0o100644;

/** Writes a zip archive without compression; the same files give the same bytes, at any time and on any machine. */
export function writeZip(files: readonly PackedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const bytes = Buffer.from(content as string);
    const name = Buffer.from(path);
    const common = [word(20), word(flags), word(stored), word(0), word(date), long(crc32(bytes)), long(bytes.length), long(bytes.length)];
    const local = Buffer.concat([long(0x04034b50), ...common, word(name.length), word(0), name, bytes]);
    // Made on Unix, for the mode of the file.
    const made = [long(0x02014b50), word((3 << 8) | 20), ...common, word(name.length), word(0), word(0), word(0), word(0)];
    directory.push(...made, long(fileMode * 0x10000), long(offset), name);
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const count = word(files.length);
  const end = [long(0x06054b50), word(0), word(0), count, count, long(entries.length), long(offset), word(0)];
  return Buffer.concat([...parts, entries, ...end]);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
