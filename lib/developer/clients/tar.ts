import { crc32 } from "node:zlib";

export interface PackedFile {
  /** With slashes, of at most 100 bytes. */
  path: string;
  content: string | Buffer;
}

const block = 512;
/** Field lengths of a header (POSIX.1-1988, ustar), all text and numbers in octal. */
const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;

/** Writes a tar archive; the same files give the same bytes, at any time and on any machine. */
export function writeTar(files: readonly PackedFile[]): Buffer {
  const parts = files.flatMap(({ path, content }) => {
    const bytes = Buffer.from(content as string);
    return [headerOf(path, bytes.length), bytes, Buffer.alloc((block - (bytes.length % block)) % block)];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function headerOf(path: string, size: number): Buffer {
  if (Buffer.byteLength(path) > 100) throw new Error(`the path ${path} is too long for an archive`);
  const header = Buffer.alloc(block);
  const unsummed = " ".repeat(8);
  const fields = [octal(0o644, 8), octal(0, 8), octal(0, 8), octal(size, 12), octal(0, 12), unsummed, "0"];
  header.write(path, 0);
  header.write(fields.join(""), 100);
  header.write("ustar\u000000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** Reads an archive that `writeTar` wrote. */
export function readTar(archive: Buffer): PackedFile[] {
  const files: PackedFile[] = [];
  for (let offset = 0; archive[offset] !== 0;) {
    const field = (start: number, length: number) =>
      archive.toString("utf8", offset + start, offset + start + length).replace(/\0.*$/s, "");
    const [path, size] = [field(0, 100), Number.parseInt(field(124, 12), 8)];
    const start = offset + block;
    files.push({ path, content: archive.subarray(start, start + size) });
    offset = start + Math.ceil(size / block) * block;
  }
  return files;
}

const longestStored = 0xffff;

/** A tar archive in the form of gzip (RFC 1952), without compression: zlib's output differs between its versions and processors. */
export function writeTarball(files: readonly PackedFile[]): Buffer {
  const tar = writeTar(files);
  const parts: Buffer[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])];
  for (let start = 0; start < tar.length; start += longestStored) {
    const stored = tar.subarray(start, start + longestStored);
    const head = Buffer.alloc(5);
    head.writeUInt8(start + stored.length === tar.length ? 1 : 0);
    head.writeUInt16LE(stored.length, 1);
    head.writeUInt16LE(longestStored - stored.length, 3);
    parts.push(head, stored);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(tar));
  end.writeUInt32LE(tar.length, 4);
  return Buffer.concat([...parts, end]);
}
