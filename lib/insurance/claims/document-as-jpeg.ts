import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { ClaimDocument } from "#lib/insurance/claims/claim.ts";
import { dispositionOf } from "#lib/insurance/claims/document.ts";
import type { OpenedDocument } from "#lib/insurance/claims/document.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { heicToJpeg, jpegKeyOf, NotDecodable } from "#lib/platform/files/heic-to-jpeg.ts";
import { deleteFile, getFile, hasFile, putFile } from "#lib/platform/files/storage.ts";
import { runExclusive } from "#lib/platform/process/keyed-mutex.ts";

/** Opens a HEIC photo of any claim as a JPEG; 2004 for an unknown, replaced or other document. rules/claims.md#upload-10 */
export async function openAsJpeg(documentId: string): Promise<OpenedDocument> {
  const { title, storageKey } = await findHeic(documentId);
  const key = jpegKeyOf(storageKey);
  if (!(await hasFile(key))) await makeJpeg(documentId, storageKey);
  const mimeType = "image/jpeg";
  return { content: await getFile(key), mimeType, disposition: dispositionOf("inline", { title, mimeType }) };
}

/** One photo at a time, since one of 48 million pixels takes a gigabyte. */
function makeJpeg(documentId: string, storageKey: string): Promise<void> {
  return runExclusive("heic", async () => {
    const key = jpegKeyOf(storageKey);
    if (await hasFile(key)) return;
    const jpeg = await heicToJpeg(await buffer(await getFile(storageKey))).catch((error: unknown) => {
      if (!(error instanceof NotDecodable)) throw error;
      throw new UserError(`the photo cannot be shown: ${error.message}`, { key: "claimPhotoNotShown", cause: error });
    });
    await putFile(key, Readable.from([jpeg]), { mimeType: "image/jpeg", sizeBytes: jpeg.byteLength });
    try {
      await findHeic(documentId);
    } catch (error) {
      // It was replaced or erased, and its files may be deleted already.
      await deleteFile(key);
      throw error;
    }
  });
}

async function findHeic(documentId: string): Promise<Pick<ClaimDocument, "title" | "storageKey">> {
  const [document] = await db.execute<Pick<ClaimDocument, "title" | "storageKey">>(sql`
    select title, storage_key from claim_documents
    where id = ${documentId} and replaced_at is null and mime_type in ('image/heic', 'image/heif')`);
  if (document === undefined) throw new ApiError("DOCUMENT_NOT_FOUND");
  return document;
}
