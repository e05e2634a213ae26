import { bodyLimit, parseJson } from "#lib/api/parse.ts";
import { Base64File } from "#lib/api/uploads/incoming-file.ts";
import type { UploadReader } from "#lib/api/uploads/incoming-file.ts";
import type { UploadedItem } from "#lib/insurance/claims/requests-documents.ts";
import { documentsLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { SpooledFile } from "#lib/platform/files/spooled-file.ts";

const flushedAt = 65_536;
/** Longer than any escaped form of a relevant field name. */
const maxNameLength = 64;
const byteOf = (character: string) => character.charCodeAt(0);
const [quote, backslash, colon, comma] = ['"', "\\", ":", ","].map(byteOf) as [number, number, number, number];
const opening = ["{", "["].map(byteOf);
const closing = ["}", "]"].map(byteOf);
const list = byteOf("[");

/** Reads documents in JSON as they arrive. Each `content` goes to a file and is replaced by its number. */
export class JsonUpload implements UploadReader {
  readonly #files: Base64File[] = [];
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  /** The nesting depth, and whether the outermost value is a list. */
  #depth = 0;
  #isList = false;
  /** The current string as far as it may be a name; undefined outside of strings. */
  #text: string | undefined;
  #isEscaped = false;
  /** The last string, and the name whose value comes next. */
  #lastText = "";
  #name: string | undefined;
  #content: ContentText | undefined;

  async write(chunk: Buffer): Promise<void> {
    let size = 0;
    for (let at = 0; at < chunk.length;) {
      if (this.#content !== undefined) {
        at = await this.#content.take(chunk, at);
        if (!this.#content.isOver) return;
        this.#content = undefined;
        size = at - 1;
      } else if (this.#isContentAt(chunk, at)) {
        this.#keep(chunk.subarray(size, at + 1));
        this.#keep(Buffer.from(String(this.#files.length)));
        at += 1;
        size = chunk.length;
        this.#content = new ContentText(await this.#openFile());
        this.#name = undefined;
      } else {
        this.#step(chunk[at] as number);
        at += 1;
      }
    }
    this.#keep(chunk.subarray(size));
  }

  end(): { items: UploadedItem[]; text: string } {
    const rest = decode(Buffer.concat(this.#rest));
    const value = parseJson(rest, null);
    if (value === undefined) return { items: [], text: "" };
    const values = Array.isArray(value) ? (value as unknown[]) : [value];
    const items = values.map((meta): UploadedItem => {
      const incoming = this.#fileOf(meta);
      return { meta, file: incoming?.file, error: incoming?.error };
    });
    const described = values.map((meta) => {
      const incoming = this.#fileOf(meta);
      return incoming === undefined ? meta : { ...(meta as object), content: incoming.describe() };
    });
    return { items, text: JSON.stringify(Array.isArray(value) ? described : described[0]) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#files.map(({ file }) => file.close()));
  }

  /** The file of a document; its `content` is the number of a file. */
  #fileOf(meta: unknown): Base64File | undefined {
    const content = typeof meta === "object" && meta !== null && "content" in meta ? meta.content : undefined;
    return typeof content === "string" ? this.#files[Number(content)] : undefined;
  }

  /** True if the string that begins here is the content of a document. */
  #isContentAt(chunk: Buffer, at: number): boolean {
    return chunk[at] === quote && this.#text === undefined && this.#name === "content" && this.#depth === (this.#isList ? 2 : 1);
  }

  async #openFile(): Promise<Base64File> {
    if (this.#files.length > documentsLimit) {
      throw new ApiError("CLAIM_VALIDATION_ERROR", `send at most ${documentsLimit} documents in one request`);
    }
    const file = new Base64File(await SpooledFile.create());
    this.#files.push(file);
    return file;
  }

  #step(byte: number): void {
    if (this.#text !== undefined) this.#stepInText(byte, this.#text);
    else if (byte === quote) this.#text = "";
    else if (byte === colon) this.#name = unescape(this.#lastText);
    else if (opening.includes(byte)) {
      if (this.#depth === 0) this.#isList = byte === list;
      this.#depth += 1;
      this.#name = undefined;
    } else if (closing.includes(byte)) {
      this.#depth -= 1;
      this.#name = undefined;
    } else if (byte === comma) this.#name = undefined;
  }

  #stepInText(byte: number, text: string): void {
    if (byte === quote && !this.#isEscaped) {
      this.#lastText = text;
      this.#text = undefined;
      return;
    }
    this.#isEscaped = byte === backslash && !this.#isEscaped;
    if (text.length < maxNameLength) this.#text = text + String.fromCharCode(byte);
  }

  #keep(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > bodyLimit) {
      throw new ApiError("BODY_TOO_LARGE", "without the content of the files the body is larger than 1 MiB");
    }
    // A copy, since a view would keep the whole chunk in memory.
    this.#rest.push(Buffer.from(bytes));
  }
}

/** The string of one content up to its closing quote, with escaped `/` and `+`. */
class ContentText {
  readonly #file: Base64File;
  #escape = "";
  isOver = false;

  constructor(file: Base64File) {
    this.#file = file;
  }

  async take(chunk: Buffer, from: number): Promise<number> {
    let end = -1;
    let escape = -1;
    for (let at = from; at < chunk.length;) {
      if (this.#escape !== "") {
        this.#unescape(chunk[at] as number);
        at += 1;
        continue;
      }
      // Searched again only when passed, since a text of slashes has an escape at every other byte.
      if (end < at) end = placeOf(quote, chunk, at);
      if (escape < at) escape = placeOf(backslash, chunk, at);
      const stop = Math.min(end, escape);
      this.#file.push(chunk.toString("latin1", at, stop));
      if (this.#file.waiting >= flushedAt) await this.#file.flush();
      at = stop + 1;
      if (stop === chunk.length) return stop;
      if (stop === end) {
        this.isOver = true;
        await this.#file.flush(true);
        return at;
      }
      this.#escape = "\\";
    }
    return chunk.length;
  }

  #unescape(byte: number): void {
    this.#escape += String.fromCharCode(byte);
    const length = this.#escape.startsWith("\\u") ? 6 : 2;
    if (this.#escape.length < length) return;
    // An invalid escape becomes invalid base64.
    this.#file.push(this.#escape === "\\/" ? "/" : (unescape(this.#escape) ?? "?"));
    this.#escape = "";
  }
}

function placeOf(byte: number, chunk: Buffer, from: number): number {
  const place = chunk.indexOf(byte, from);
  return place === -1 ? chunk.length : place;
}

/** Decodes the inside of a JSON string; undefined for an invalid one. */
function unescape(text: string): string | undefined {
  if (!text.includes("\\")) return text;
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError("MALFORMED_REQUEST", "the body is not UTF-8");
  }
}
