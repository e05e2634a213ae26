import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { etagOf } from "#lib/api/compress.ts";
import type { Encoding } from "#lib/api/compress.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A public text that is made once and sent many times. Each compressed form is made at its first use, and kept. */
export interface StoredText {
  etag: string;
  bytesIn(encoding: Encoding | undefined): Promise<Bytes>;
}

// The best quality, 11, takes thirty times as long and gains a tenth.
const brotliQuality = 9;

export function storeText(text: string): StoredText {
  const plain = Buffer.from(text);
  const forms = new Map<Encoding | undefined, Promise<Bytes>>([[undefined, Promise.resolve(plain)]]);
  return {
    etag: etagOf(text),
    bytesIn(encoding) {
      const form = forms.get(encoding) ?? compressBytes(plain, encoding);
      forms.set(encoding, form);
      return form;
    },
  };
}

/** Compresses in a thread of its own, so that other requests are answered meanwhile. */
function compressBytes(plain: Buffer, encoding: Encoding | undefined): Promise<Bytes> {
  if (encoding === "gzip") return promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return promisify(brotliCompress)(plain, { params });
}
