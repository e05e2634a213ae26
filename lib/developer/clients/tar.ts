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
