import { CovergateError } from "./error.ts";

/** A file: its path (a text or a `file:` URL), its bytes, a Blob, or a stream of bytes, which is read once and whole. */
export type FileInput = string | URL | Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** A file that each attempt of a call reads from its beginning, with its name where it has one. */
interface OpenedFile {
  filename: string | undefined;
  read(): AsyncIterable<Uint8Array>;
}

/** Throws a CovergateError for a file that cannot be read. */
export async function openFile(file: FileInput): Promise<OpenedFile> {
  const isPath = typeof file === "string" || file instanceof URL;
  try {
    if (isPath) return await openPath(file);
    const blob = file instanceof Blob ? file : new Blob(await partsOf(file));
    const filename = "name" in blob && typeof blob.name === "string" ? blob.name : undefined;
    return { filename, read: () => blob.stream() };
  } catch (cause) {
    const named = isPath ? ` ${String(file)}` : "";
    throw new CovergateError("FILE_UNREADABLE", `the file${named} cannot be read`, { field: "file", cause });
  }
}

async function openPath(path: string | URL): Promise<OpenedFile> {
  const { constants, createReadStream, promises } = await import("node:fs");
  await promises.access(path, constants.R_OK);
  if (!(await promises.stat(path)).isFile()) throw new Error("the path is not that of a file");
  const filename = (typeof path === "string" ? path : decodeURIComponent(path.pathname)).split(/[/\\]/).at(-1);
  return { filename, read: () => createReadStream(path, { highWaterMark: 2 ** 20 }) };
}

async function partsOf(file: Exclude<FileInput, string | URL | Blob>): Promise<BlobPart[]> {
  if (file instanceof ArrayBuffer || file instanceof Uint8Array) return [file as BlobPart];
  const parts: BlobPart[] = [];
  for await (const chunk of file as AsyncIterable<Uint8Array>) parts.push(chunk as BlobPart);
  return parts;
}

/** A form (multipart/form-data) that is written while it is sent, so that no file lies in memory. */
export class UploadForm {
  readonly contentType: string;
  readonly #write: () => AsyncGenerator<Uint8Array, void>;

  constructor(fields: Readonly<Record<string, string>>, files: readonly (OpenedFile & { filename: string })[]) {
    const boundary = `covergate-${crypto.randomUUID()}`;
    this.contentType = `multipart/form-data; boundary=${boundary}`;
    const encoder = new TextEncoder();
    const head = (disposition: string) => encoder.encode(`--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`);
    this.#write = async function* write() {
      for (const [name, value] of Object.entries(fields)) {
        yield head(`name="${name}"`);
        yield encoder.encode(`${value}\r\n`);
      }
      for (const { filename, read } of files) {
        yield head(`name="file"; filename="${filename.replaceAll(/["\r\n]/g, encodeURIComponent)}"`);
        yield* read();
        yield encoder.encode("\r\n");
      }
      yield encoder.encode(`--${boundary}--\r\n`);
    };
  }

  /** Reads the files anew. */
  stream(): ReadableStream<Uint8Array> {
    const chunks = this.#write();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    });
  }
}
