/** How much of a response is kept, in UTF-8 bytes (resolutions.md § 9). */
const keptBytes = 16_384;

/** The beginning of a response's body. It is never decompressed: no encoding was asked for. */
export class KeptBody {
  readonly #chunks: Uint8Array[] = [];
  #length = 0;

  /** Takes what has arrived; false once there is more than is kept, so that nothing further need be read. */
  add(chunk: Uint8Array): boolean {
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    return this.#length <= keptBytes;
  }

  /**
   * The body as text that a database takes: what is not UTF-8, and NUL, is U+FFFD; a character that the cut goes through is left out.
   * One that is not whole ends where nothing more was read.
   */
  read({ isWhole }: { isWhole: boolean }): { body: string; truncated: boolean } {
    const text = decode(Buffer.concat(this.#chunks), !isWhole).replaceAll("\0", "\uFFFD");
    // Text of three bytes may stand for one byte that is no UTF-8.
    if (Buffer.byteLength(text) <= keptBytes) return { body: text, truncated: !isWhole };
    return { body: decode(Buffer.from(text), true), truncated: true };
  }
}

function decode(bytes: Uint8Array, isCut: boolean): string {
  // A decoder that expects more keeps half a character to itself.
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, keptBytes), { stream: isCut });
}
