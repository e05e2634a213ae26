import type { UploadedItem } from "#lib/insurance/claims/requests-documents.ts";
import { fileLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import type { SpooledFile } from "#lib/platform/files/spooled-file.ts";

/** Reads a body of one content type chunk by chunk; throws ApiError for errors of the whole body. */
export interface UploadReader {
  write(chunk: Buffer): Promise<void>;
  end(): Promise<{ items: UploadedItem[]; text: string }> | { items: UploadedItem[]; text: string };
  close(): Promise<void>;
}

const decodedAtOnce = 65_536;

/** A file of a request while it arrives. Writing stops after an error. */
export class IncomingFile {
  readonly file: SpooledFile;
  error: UploadedItem["error"];

  constructor(file: SpooledFile) {
    this.file = file;
  }

  async append(chunk: Uint8Array): Promise<void> {
    if (this.error !== undefined) return;
    if (this.file.size + chunk.byteLength > fileLimit) this.error = "FILE_TOO_LARGE";
    else await this.file.append(chunk);
  }

  /** Stands for the content in the call log: equal for equal content. */
  describe(): string {
    return this.error === undefined ? `[${this.file.size} bytes, sha256 ${this.file.digest}]` : `[${this.error}]`;
  }
}

/** Base64 decoded as it arrives: strictly the alphabet of RFC 4648 § 4, padded, and of one byte at least. */
export class Base64File extends IncomingFile {
  #text = "";
  #isPadded = false;
  readonly #bytes = Buffer.allocUnsafe((decodedAtOnce / 4) * 3);

  /** Buffers more text without a limit, so call `flush` in time. */
  push(text: string): void {
    if (this.error !== "INVALID_BASE64") this.#text += text;
  }

  get waiting(): number {
    return this.#text.length;
  }

  async flush(isEnd = false): Promise<void> {
    const text = this.#text;
    const whole = text.length - (text.length % 4);
    this.#text = text.slice(whole);
    for (let start = 0; start < whole; start += decodedAtOnce) {
      await this.#decode(text.slice(start, Math.min(whole, start + decodedAtOnce)));
    }
    const isEmpty = this.file.size === 0 && this.error === undefined;
    if (isEnd && (this.#text !== "" || isEmpty)) this.error = "INVALID_BASE64";
  }

  async #decode(text: string): Promise<void> {
    if (this.#isPadded || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) this.error = "INVALID_BASE64";
    if (this.error === "INVALID_BASE64") return;
    this.#isPadded = text.endsWith("=");
    await this.append(this.#bytes.subarray(0, this.#bytes.write(text, "base64")));
  }
}
