import { Busboy } from "@fastify/busboy";
import type { BusboyFileStream, BusboyInstance } from "@fastify/busboy";
import { IncomingFile } from "#lib/api/incoming-file.ts";
import { assertStorable, parseJson } from "#lib/api/parse.ts";
import type { UploadReader } from "#lib/api/upload.ts";
import { fileLimit } from "#lib/insurance/claims/requests-documents.ts";
import type { UploadedItem } from "#lib/insurance/claims/requests-documents.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { SpooledFile } from "#lib/platform/files/spooled-file.ts";
import { unknownName } from "#lib/platform/wire/unknown-names.ts";

const fieldLimit = 65_536;

/** The parts of a form beside the file: what describes it, one by one, or all of it as JSON in `meta`. */
const fieldNames = ["meta", "type", "title", "comment"];

/** Reads a document in a form as it arrives, its content from the part `file`. */
export class FormUpload implements UploadReader {
  readonly #form: BusboyInstance;
  readonly #incoming: IncomingFile;
  readonly #failed = Promise.withResolvers<void>();
  #fault: Error | undefined;
  #file: Promise<void> | undefined;
  readonly #fields = new Map<string, string>();

  /** 1006 for a content type without a boundary. */
  static async open(contentType: string): Promise<FormUpload> {
    return new FormUpload(formOf(contentType), new IncomingFile(await SpooledFile.create()));
  }

  private constructor(form: BusboyInstance, incoming: IncomingFile) {
    this.#form = form;
    this.#incoming = incoming;
    form.on("file", (name, content) => this.#beginFile(name, content));
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
    if (this.#fault === undefined) await this.#file;
    if (this.#fault !== undefined) throw this.#fault;
    const meta = this.#readMeta();
    if (this.#file === undefined) return { items: [{ meta, file: undefined }], text: JSON.stringify({ meta }) };
    const { file, fault } = this.#incoming;
    return { items: [{ meta, file, fault }], text: JSON.stringify({ meta, file: this.#incoming.describe() }) };
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
    await this.#incoming.file.close();
  }

  /** Resolves at the event or after a failure. */
  async #until(event: "drain" | "finish"): Promise<void> {
    if (this.#fault !== undefined) return;
    await Promise.race([new Promise<void>((resolve) => this.#form.once(event, resolve)), this.#failed.promise]);
  }

  #fail(fault: Error): void {
    this.#fault ??= fault;
    this.#failed.resolve();
  }

  #beginFile(name: string, content: BusboyFileStream): void {
    // An unhandled stream error would end the process; the form emits the same error.
    content.on("error", (error) => this.#fail(unreadable(error)));
    if (this.#file === undefined) {
      this.#file = this.#takeFile(content).catch((error: unknown) =>
        this.#fail(error instanceof Error ? error : new Error("a file of a form could not be kept", { cause: error })),
      );
      return;
    }
    this.#fail(fieldError("CLAIM_VALIDATION_ERROR", name, ": is sent twice; a form brings one document"));
    content.resume();
  }

  async #takeFile(content: BusboyFileStream): Promise<void> {
    for await (const chunk of content) {
      if (this.#fault !== undefined) return;
      await this.#incoming.append(chunk as Buffer);
    }
    if (content.truncated) this.#incoming.fault = "FILE_TOO_LARGE";
  }

  #takeField(name: string, value: string, isCut: boolean): void {
    if (!fieldNames.includes(name)) {
      this.#fail(unknownName("CLAIM_VALIDATION_ERROR", { kind: "field", at: "", name }, [...fieldNames, "file"]));
    } else if (this.#fields.has(name)) this.#fail(fieldError("CLAIM_VALIDATION_ERROR", name, ": is sent twice"));
    else if (isCut) this.#fail(fieldError("CLAIM_VALIDATION_ERROR", name, `: is longer than ${fieldLimit} bytes`));
    else this.#fields.set(name, value);
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
        files: 2,
        fields: fieldNames.length + 1,
        parts: fieldNames.length + 4,
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
