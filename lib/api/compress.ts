import { hash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync } from "node:zlib";

/** Compressing shorter answers costs more than it saves. */
const minBytes = 1024;

export type Encoding = "br" | "gzip";

// More effort gains little on JSON, and every answer is compressed anew.
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 2, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
const gzipLevel = 1;

export interface WireBody {
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  headers: Record<string, string>;
}

/** Compresses a body above 1 KiB with brotli or gzip, if the caller accepts one. A stream is flushed part by part. */
export function compress(request: Request, body: string | ReadableStream<Uint8Array> | null): WireBody {
  if (body === null) return { body, headers: {} };
  const headers = { vary: "accept-encoding" };
  const encoding = encodingFor(request);
  if (encoding === undefined || (typeof body === "string" && Buffer.byteLength(body) <= minBytes)) return { body, headers };
  return {
    body: typeof body === "string" ? compressText(encoding, body) : compressStream(encoding, body),
    headers: { ...headers, "content-encoding": encoding },
  };
}

/** The encoding of an answer; undefined for none. Next compresses by itself, and drops the header `content-encoding` of routes. */
export function encodingFor(request: Request): Encoding | undefined {
  return "nextUrl" in request ? undefined : chooseEncoding(request.headers.get("accept-encoding"));
}

/** The preferred encoding of an `accept-encoding` (RFC 9110 § 12.5.3), brotli on a tie; undefined for none. */
export function chooseEncoding(accepted: string | null): Encoding | undefined {
  const weights = new Map(accepted?.split(",").map(readWeight));
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get("*") ?? 0;
  const preferred = weightOf("gzip") > weightOf("br") ? "gzip" : "br";
  const weight = weightOf(preferred);
  return weight > 0 && weight >= (weights.get("identity") ?? 0) ? preferred : undefined;
}

function readWeight(part: string): [name: string, weight: number] {
  const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const weight = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1";
  return [name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0];
}

function compressText(encoding: Encoding, text: string): Uint8Array<ArrayBuffer> {
  if (encoding === "gzip") return gzipSync(text, { level: gzipLevel });
  return brotliCompressSync(text, { params: { ...brotliParams, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
}

function compressStream(encoding: Encoding, stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const compressor =
    encoding === "gzip"
      ? createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({ params: brotliParams, flush: constants.BROTLI_OPERATION_FLUSH });
  // The stream itself reports its end and its failures; here the failure only closes the connection.
  pipeline(Readable.fromWeb(stream as NodeStream<Uint8Array>), compressor, () => undefined);
  return Readable.toWeb(compressor) as ReadableStream<Uint8Array>;
}

/** A weak tag, since answers can differ in execution id and compression. */
export function etagOf(text: string): string {
  return `W/"${hash("sha256", text, "base64url")}"`;
}

/** RFC 9110 § 13.1.2, weak comparison. */
export function isKnown(etag: string, ifNoneMatch: string | null): boolean {
  if (ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag.replace(/^W\//, ""));
}
