import { Busboy } from "@fastify/busboy";
import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { assertNotEncoded, assertStorable, isJson, parseJson } from "#lib/api/parse.ts";
import { IncomingFile } from "#lib/api/uploads/incoming-file.ts";
import type { UploadReader } from "#lib/api/uploads/incoming-file.ts";
import { JsonUpload } from "#lib/api/uploads/upload-json.ts";
import type { Upload, UploadedItem } from "#lib/insurance/claims/requests-documents.ts";
import { documentsLimit, fileLimit, uploadLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { SpooledFile } from "#lib/platform/files/spooled-file.ts";
import { unknownName } from "#lib/platform/wire/unknown-names.ts";

const fieldLimit = 65_536;

/** The parts of a form beside the file: what describes it, one by one, or all of it as JSON in `meta`. */
const fieldNames = ["meta", "type", "title", "comment"];

/** Reads the documents of a form as they arrive: one, or as many parts `file` as the list in `meta` describes, in its order. */
class FormUpload implements UploadReader {
  readonly #form: BusboyInstance;
  readonly #incoming: IncomingFile[] = [];
  readonly #failed = Promise.withResolvers<void>();
  #fault: Error | undefined;
  #isClosed = false;
  #files: Promise<void> = Promise.resolve();
  readonly #fields = new Map<string, string>();

  /** 1006 for a content type without a boundary. */
  constructor(contentType: string) {
    const form = formOf(contentType);
    this.#form = form;
    form.on("file", (_name, content) => this.#beginFile(content));
    form.on("field", (name, value, _nameIsCut, isCut) => this.#takeField(name, value, isCut));
    form.on("error", (error) => this.#fail(unreadable(error)));
  }

  async write(chunk: Buffer): Promise<void> {
    if (!this.#form.write(chunk)) await this.#until("drain");
    if (this.#fault !== undefined) throw this.#fault;
  }

  async end(): Promise<{ items: UploadedItem[]; text: string }> {
    const finished = this.#until("finish");
    this.#form.end();
    await finished;
    await this.#files;
    if (this.#fault !== undefined) throw this.#fault;
    const meta = this.#readMeta();
    const documents: unknown[] = [meta].flat();
    const [sent, described] = [this.#incoming.length, documents.length];
    if (sent > described) {
      throw fieldError("CLAIM_VALIDATION_ERROR", "file", `: is sent ${sent} times; the number of documents in meta is ${described}`);
    }
    const files = this.#incoming.map((file) => file.describe());
    return {
      items: documents.map((document, index) => {
        const incoming = this.#incoming[index];
        return { meta: document, file: incoming?.file, error: incoming?.error };
      }),
      text: JSON.stringify({ meta, ...(sent > 0 && { file: Array.isArray(meta) ? files : files[0] }) }),
    };
  }

  #readMeta(): unknown {
    const { meta, ...described } = Object.fromEntries(this.#fields);
    assertStorable(described);
    if (meta === undefined) return described;
    const [both] = Object.keys(described);
    if (both !== undefined) throw fieldError("CLAIM_VALIDATION_ERROR", both, ": is sent beside meta; send one of them");
    return parseJson(meta, null);
  }

  async close(): Promise<void> {
    this.#form.destroy();
    this.#isClosed = true;
    await Promise.all(this.#incoming.map(({ file }) => file.close()));
  }

  /** Resolves at the event or after a failure. */
  async #until(event: "drain" | "finish"): Promise<void> {
    if (this.#fault !== undefined) return;
    await Promise.race([new Promise<void>((resolve) => this.#form.once(event, resolve)), this.#failed.promise]);
  }

  #fail(error: Error): void {
    this.#fault ??= error;
    this.#failed.resolve();
  }

  #beginFile(content: BusboyFileStream): void {
    // An unhandled stream error would end the process; the form emits the same error.
    content.on("error", (error) => this.#fail(unreadable(error)));
    this.#files = this.#files
      .then(() => this.#takeFile(content))
      .catch((error: unknown) =>
        this.#fail(error instanceof Error ? error : new Error("a file of a form could not be kept", { cause: error })),
      );
  }

  async #takeFile(content: BusboyFileStream): Promise<void> {
    if (this.#fault !== undefined) return void content.resume();
    const incoming = new IncomingFile(await SpooledFile.create());
    if (this.#isClosed) return incoming.file.close();
    this.#incoming.push(incoming);
    for await (const chunk of content) {
      if (this.#fault !== undefined) return;
      await incoming.append(chunk as Buffer);
    }
    if (content.truncated) incoming.error = "FILE_TOO_LARGE";
  }

  #takeField(name: string, value: string, isCut: boolean): void {
    if (!fieldNames.includes(name)) {
      this.#fail(unknownName("CLAIM_VALIDATION_ERROR", { kind: "field", at: "", name }, [...fieldNames, "file"]));
    } else if (this.#fields.has(name)) this.#fail(fieldError("CLAIM_VALIDATION_ERROR", name, ": is sent twice"));
    else if (isCut) this.#fail(fieldError("CLAIM_VALIDATION_ERROR", name, `: is longer than ${fieldLimit} bytes`));
    else this.#fields.set(name, value);
  }
}

export interface ReadUpload {
  upload: Upload;
  /** The body with the size and SHA-256 of each file, for the call log and the fingerprint. */
  text: string;
  close(): Promise<void>;
}

/** Reads a body with files. An error is only stored, since other checks answer first and a sending client reads no answer. */
export async function readUpload(request: Request): Promise<ReadUpload> {
  assertNotEncoded(request);
  const contentType = request.headers.get("content-type");
  const isNamed = contentType !== null && isJson(contentType);
  const upload: Upload = { items: [], isNamed };
  let reader: UploadReader | undefined;
  let text = "";
  const close = async () => reader?.close();
  const attempt = async (work: () => Promise<void> | void) => {
    if (upload.error !== undefined) return;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      upload.error = error;
    }
  };
  try {
    await attempt(() => void (reader = openReader(contentType, isNamed)));
    for await (const chunk of chunksOf(request)) await attempt(() => reader?.write(chunk));
    await attempt(async () => {
      const read = await reader?.end();
      upload.items = read?.items ?? [];
      text = read?.text ?? "";
    });
  } catch (error) {
    await close();
    throw error;
  }
  return { upload, text, close };
}

function openReader(contentType: string | null, isNamed: boolean): UploadReader {
  if (isNamed) return new JsonUpload();
  if (/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType ?? "")) return new FormUpload(contentType ?? "");
  throw new ApiError("UNSUPPORTED_CONTENT_TYPE", "send documents with the header content-type: application/json or multipart/form-data");
}

function tooLarge(): ApiError {
  return new ApiError("BODY_TOO_LARGE", `a request that brings documents may have ${uploadLimit} bytes; send them in several`);
}

async function* chunksOf(request: Request): AsyncGenerator<Buffer, void> {
  if (Number(request.headers.get("content-length") ?? 0) > uploadLimit) throw tooLarge();
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length > uploadLimit) throw tooLarge();
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError("MALFORMED_REQUEST", "the body ended before all of it was sent", { cause: error });
  }
}

function formOf(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: {
        fileSize: fileLimit,
        fieldSize: fieldLimit,
        fieldNameSize: 100,
        // One more, which is refused by its number.
        files: documentsLimit + 1,
        fields: fieldNames.length + 1,
        parts: fieldNames.length + documentsLimit + 3,
      },
      // Browsers also send a file name for a `meta` with a type.
      isPartAFile: (name) => name === "file",
    });
  } catch (error) {
    throw new ApiError("UNSUPPORTED_CONTENT_TYPE", "the content type multipart/form-data names no boundary", { cause: error });
  }
}

function unreadable(error: unknown): ApiError {
  return invalid(`the form cannot be read: ${error instanceof Error ? error.message : "it is broken"}`);
}

function invalid(message: string): ApiError {
  return new ApiError("CLAIM_VALIDATION_ERROR", message);
}
