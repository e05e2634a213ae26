import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { answerError, answerHeaders } from "#lib/api/answer.ts";
import type { Call } from "#lib/api/answer.ts";
import { etagOf } from "#lib/api/compress.ts";
import type { Encoding } from "#lib/api/compress.ts";
import type { RouteContext } from "#lib/api/handle.ts";
import type { MethodHandler } from "#lib/api/methods.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { currentTime } from "#lib/platform/time/clock.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A public text that is made once and sent many times. Each compressed form is made at its first use, and kept. */
export interface StoredText {
  etag: string;
  bytesIn(encoding: Encoding | undefined): Promise<Bytes>;
}

// The best quality, 11, takes thirty times as long and gains a tenth.
const brotliQuality = 9;

export interface ServedFile {
  content: Readable;
  mimeType: string;
  /** Absent if it is not known in advance. */
  sizeBytes?: number;
  disposition: string;
}

/**
 * Streams a file. An upload is served with its detected type only, in a sandbox without scripts and origin. Chromium shows PDFs under this
 * policy, but not in a frame with the attribute `sandbox`; the styles are those of its own page around a picture.
 */
export function answerFile({ content, mimeType, sizeBytes, disposition }: ServedFile): Response {
  return new Response(Readable.toWeb(content) as ReadableStream, {
    headers: {
      ...answerHeaders(newId("exec"), false),
      "content-type": mimeType,
      ...(sizeBytes !== undefined && { "content-length": String(sizeBytes) }),
      "content-disposition": disposition,
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
    },
  });
}

/** Serves the file behind a signed link. It needs no key, since the signature authenticates the link. */
export function serveLink(
  parameter: string,
  open: (id: string, link: { expires: string; signature: string }, now: Date) => Promise<ServedFile>,
): MethodHandler {
  const handler = async (request: Request, route: RouteContext): Promise<Response> => {
    const now = currentTime();
    const call: Call = { executionId: newId("exec"), now, started: performance.now(), request, ip: route.ip, endpointId: null };
    try {
      const { [parameter]: id } = await route.params;
      const query = new URL(request.url).searchParams;
      if (typeof id !== "string") throw new ApiError("UNKNOWN_PATH");
      return answerFile(await open(id, { expires: query.get("expires") ?? "", signature: query.get("signature") ?? "" }, now));
    } catch (error) {
      return answerError("claim", call, {}, error);
    }
  };
  return Object.assign(handler, { endpoint: { method: "GET" as const } });
}

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
