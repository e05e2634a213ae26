/** A file: its path (a text or a `file:` URL), its bytes, a Blob, or a stream of bytes, which is read once and whole. */
export type FileInput = string | URL | Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** Reads a file, with its name where it has one. */
export async function readFileInput(file: FileInput): Promise<{ base64: string; filename: string | undefined }> {
  const { Buffer } = await import("node:buffer");
  if (typeof file === "string" || file instanceof URL) {
    const { readFile } = await import("node:fs/promises");
    const name = (typeof file === "string" ? file : decodeURIComponent(file.pathname)).split(/[/\\]/).at(-1);
    return { base64: await readFile(file, "base64"), filename: name };
  }
  if (file instanceof Blob) {
    const filename = "name" in file && typeof file.name === "string" ? file.name : undefined;
    return { base64: Buffer.from(await file.arrayBuffer()).toString("base64"), filename };
  }
  if (file instanceof ArrayBuffer) return { base64: Buffer.from(file).toString("base64"), filename: undefined };
  if (file instanceof Uint8Array) return { base64: Buffer.from(file).toString("base64"), filename: undefined };
  const chunks: Uint8Array[] = [];
  for await (const chunk of file as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return { base64: Buffer.concat(chunks).toString("base64"), filename: undefined };
}
