import type { UploadReader } from "#lib/api/incoming-file.ts";
import { assertNotEncoded, isJson } from "#lib/api/parse.ts";
import { FormUpload } from "#lib/api/upload-form.ts";
import { JsonUpload } from "#lib/api/upload-json.ts";
import { uploadLimit } from "#lib/insurance/claims/requests-documents.ts";
import type { Upload } from "#lib/insurance/claims/requests-documents.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

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
