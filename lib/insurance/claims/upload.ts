import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import { strayFiles } from "#db/schema/claims.ts";
import type { TransactionContext, WorldContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import type { Claim, ClaimDocument } from "#lib/insurance/claims/claim.ts";
import { findClaim, lockClaim, referenceForWrite } from "#lib/insurance/claims/find.ts";
import { documentMeta, jsonDocument, namedDocumentMeta } from "#lib/insurance/claims/requests-documents.ts";
import type { DocumentMeta, Upload, UploadedFile, UploadedItem } from "#lib/insurance/claims/requests-documents.ts";
import { entryOf, spellType } from "#lib/insurance/claims/rules/change.ts";
import { documentMimeTypes, documentsLimit, fileLimit } from "#lib/insurance/claims/rules/upload-limits.ts";
import type { DocumentMimeType } from "#lib/insurance/claims/rules/upload-limits.ts";
import { addDocuments, assertExpected, assertTakesDocuments, fieldOfDocument, isCompletedBy } from "#lib/insurance/claims/rules/upload.ts";
import { nextClaimId, saveClaim } from "#lib/insurance/claims/save.ts";
import type { WireDocument, WireUploadedDocument } from "#lib/insurance/claims/schema.ts";
import { serializeDocument } from "#lib/insurance/claims/serialize.ts";
import { deleteStrayFiles } from "#lib/insurance/claims/stray-files.ts";
import { ApiError, fieldError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";
import { detectType } from "#lib/platform/files/detect-type.ts";
import { NotDecodable, heicToJpeg, jpegKeyOf } from "#lib/platform/files/heic-to-jpeg.ts";
import { StorageUnavailable } from "#lib/platform/files/storage-unavailable.ts";
import { deleteFile, getFile, hasFile, putFile, signFileUrl } from "#lib/platform/files/storage.ts";
import { newId } from "#lib/platform/ids.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import { runExclusive } from "#lib/platform/process/keyed-mutex.ts";
import { deriveKeys } from "#lib/platform/secrets/encryption.ts";
import { currentTime } from "#lib/platform/time/clock.ts";
import { unknownName } from "#lib/platform/wire/unknown-names.ts";
import { describeIssue, findUnknownName, firstError } from "#lib/platform/wire/wire.ts";

/** rules/claims.md#upload-3 */
const linkMs = 3_600_000;

const linkKeys = deriveKeys("document-link");

const endings: Record<DocumentMimeType, string> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/heic": "heic",
  "image/heif": "heif",
};

export interface OpenedDocument {
  content: Readable;
  mimeType: string;
  sizeBytes?: number;
  disposition: string;
}

type StoredFile = Pick<ClaimDocument, "title" | "mimeType" | "sizeBytes" | "storageKey">;

/** Many titles are the name of the file that was sent. */
const knownEnding = /(?<=.)\.(?:pdf|jpe?g|png|webp|hei[cf])$/i;

interface CheckedDocument {
  meta: DocumentMeta;
  file: UploadedFile;
  mimeType: DocumentMimeType;
}

/** `claimId` only where the upload submitted the claim. */
export interface UploadAnswer {
  data: WireUploadedDocument[];
  autoSubmitted?: true;
  claimId?: string;
}

/**
 * Adds all documents to a claim or none, and with `autoSubmit` submits a draft that they complete. Codes in this order
 * (rules/claims.md#upload-4): 2001 · 3001 · 1006 · 1000 · 1005 · 1002 · 1003 · 3006 · 3005.
 */
export async function uploadDocuments(
  ctx: WorldContext & TransactionContext,
  id: string,
  upload: Upload,
  { autoSubmit }: { autoSubmit: boolean },
): Promise<UploadAnswer> {
  const reference = referenceForWrite(ctx.world, id);
  const stored = await findClaim(reference);
  if (stored === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  assertTakesDocuments(stored);
  if (upload.error !== undefined) throw upload.error;
  const checked = await checkUpload(upload, stored);
  const types = checked.map(({ meta }) => meta.type);
  assertExpected(stored, types);

  const documents = checked.map((document) => newDocument(document, ctx.now));
  const keys = documents.map(({ storageKey }) => storageKey);
  try {
    // Recorded before the files are stored, so that the sweep finds them if this process dies.
    await db.insert(strayFiles).values(keys.map((storageKey) => ({ storageKey, since: currentTime() })));
    for (const [index, { file }] of checked.entries()) {
      const { storageKey, mimeType, sizeBytes } = documents[index] as ClaimDocument;
      await putFile(storageKey, file.read(), { mimeType, sizeBytes });
    }
    return await transact(async (tx): Promise<UploadAnswer> => {
      const before = await lockClaim(tx, reference);
      const claimId = autoSubmit && isCompletedBy(before, types) ? await nextClaimId(tx) : undefined;
      const change = addDocuments(before, documents, { claimId }, ctx.now);
      await saveClaim(tx, before, change, ctx);
      const deleted = await tx.delete(strayFiles).where(sql`${strayFiles.storageKey} = any(${sql.param(keys)}::text[])`);
      if (deleted.count !== keys.length) throw new Error("a file was swept before its document was written");
      const data = documents.map((document) => serializeDocument(document, entryOf(change.claim, document.type)));
      return claimId === undefined ? { data } : { data, autoSubmitted: true, claimId };
    }, ctx);
  } catch (error) {
    // A store that fails is not asked to delete: the sweep does that later.
    if (!(error instanceof StorageUnavailable)) await deleteStrayFiles(keys);
    throw error;
  }
}

/** Checks an upload: each check runs over all documents before the next one. */
async function checkUpload({ items, isNamed }: Upload, claim: Claim): Promise<CheckedDocument[]> {
  if (items.length === 0) throw new ApiError("CLAIM_VALIDATION_ERROR", "send at least one document");
  if (items.length > documentsLimit) {
    throw new ApiError("CLAIM_VALIDATION_ERROR", `send at most ${documentsLimit} documents in one request`);
  }
  const at = (index: number, field: string) => fieldOfDocument(index, items.length, field);
  const complete = items.map((item, index) => {
    const { meta, file } = checkItem(item, isNamed, at(index, ""));
    return { meta: { ...meta, type: spellType(claim, meta.type) }, file };
  });
  const types = complete.map(({ meta }) => meta.type);
  const again = types.findIndex((type, index) => types.indexOf(type) !== index);
  if (again !== -1) throw fieldError("CLAIM_VALIDATION_ERROR", at(again, "type"), `: "${types[again]}" comes twice`);
  for (const [index, { error }] of items.entries()) {
    if (error === "INVALID_BASE64") {
      throw fieldError(error, at(index, "content"), ": must be base64, not empty, without a data: prefix and without line breaks");
    }
  }
  for (const [index, { error }] of items.entries()) {
    if (error !== undefined) {
      throw fieldError(error, at(index, partOfFile(isNamed)), `: the file is larger than ${fileLimit} bytes`);
    }
  }
  const checked: CheckedDocument[] = [];
  for (const [index, { meta, file }] of complete.entries()) {
    checked.push({ meta, file, mimeType: await acceptedType(file, at(index, partOfFile(isNamed))) });
  }
  return checked;
}

/** The field that brings the file: `content` in JSON, `file` in a form. */
function partOfFile(isNamed: boolean): string {
  return isNamed ? "content" : "file";
}

function checkItem({ meta, file }: UploadedItem, isNamed: boolean, place: string): { meta: DocumentMeta; file: UploadedFile } {
  const schema = isNamed ? namedDocumentMeta : documentMeta;
  const unknown = findUnknownName(isNamed ? jsonDocument : documentMeta, meta);
  if (unknown !== undefined) {
    throw unknownName("CLAIM_VALIDATION_ERROR", { kind: "field", at: place.slice(0, -1), name: unknown.name }, unknown.known);
  }
  const { data, error } = schema.safeParse(meta, { error: describeIssue });
  if (error !== undefined) {
    const { field, error: fault } = firstError(error);
    const at = field === "" ? place.slice(0, -1) : `${place}${field}`;
    throw at === "" ? new ApiError("CLAIM_VALIDATION_ERROR", `body: ${fault}`) : fieldError("CLAIM_VALIDATION_ERROR", at, `: ${fault}`);
  }
  if (file === undefined) {
    const expected = isNamed ? ": must be the bytes of the file in base64" : ": must be sent as a part with a file name";
    throw fieldError("CLAIM_VALIDATION_ERROR", `${place}${partOfFile(isNamed)}`, expected);
  }
  return { meta: data, file };
}

/** Detects the type of a file by its content; 1003 for one that is not accepted. */
async function acceptedType(file: UploadedFile, field: string): Promise<DocumentMimeType> {
  const detected = await detectType(file.head);
  const mimeType = documentMimeTypes.find((type) => type === detected);
  if (mimeType !== undefined) return mimeType;
  const content = detected ?? "of no type that is known";
  throw fieldError("INVALID_MIME_TYPE", field, `: the content is ${content}; accepted are ${documentMimeTypes.join(", ")}`);
}

function newDocument({ meta, file, mimeType }: CheckedDocument, now: Date): ClaimDocument {
  const id = newId("doc");
  return {
    id,
    type: meta.type,
    title: meta.title,
    mimeType,
    sizeBytes: file.size,
    storageKey: id,
    sha256: file.digest,
    status: "to_verify",
    refusalReason: null,
    comment: meta.comment ?? null,
    createdAt: now,
    updatedAt: now,
    acceptedAt: null,
    refusedAt: null,
  };
}

/** Reads a document with a link to its content: 2001 for an unknown claim, 2004 for an unknown or replaced document. */
export async function readDocument(
  ctx: Pick<WorldContext, "realTime" | "world">,
  claimId: string,
  documentId: string,
): Promise<WireDocument> {
  const { claim, document } = await findDocument(ctx.world, claimId, documentId);
  const expiresAt = new Date(ctx.realTime.getTime() + linkMs);
  return {
    ...serializeDocument(document, entryOf(claim, document.type)),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
    acceptedAt: document.acceptedAt?.toISOString() ?? null,
    refusedAt: document.refusedAt?.toISOString() ?? null,
    comment: document.comment,
    downloadUrl: await linkTo(document, expiresAt),
    downloadUrlExpiresAt: expiresAt.toISOString(),
  };
}

async function linkTo(document: ClaimDocument, expiresAt: Date): Promise<string> {
  const { storageKey, mimeType } = document;
  const ofStore = await signFileUrl(storageKey, { seconds: linkMs / 1000, mimeType, disposition: dispositionOf("attachment", document) });
  if (ofStore !== undefined) return ofStore;
  const expires = String(expiresAt.getTime());
  const url = new URL(ownAddress(`/files/${document.id}`));
  url.search = new URLSearchParams({ expires, signature: sign(linkKeys[0], document.id, expires).toString("base64url") }).toString();
  return url.href;
}

function sign(linkKey: KeyObject, documentId: string, expires: string): Buffer {
  return createHmac("sha256", linkKey).update(`${documentId} ${expires}`).digest();
}

/** Opens the document of a signed link; 2004 for any invalid link or document. */
export async function openLink(
  documentId: string,
  { expires, signature }: { expires: string; signature: string },
  now: Date,
): Promise<OpenedDocument> {
  const signatureBytes = Buffer.from(signature, "base64url");
  const isRight = linkKeys
    .map((key) => sign(key, documentId, expires))
    .some((right) => signatureBytes.length === right.length && timingSafeEqual(signatureBytes, right));
  if (!isRight || now.getTime() >= Number(expires)) {
    throw new ApiError("DOCUMENT_NOT_FOUND", "the link is wrong or has expired; read the document again for a new one");
  }
  return openDocument(documentId, "attachment");
}

/** Opens a document of any claim; 2004 for an unknown or replaced one. */
export async function openDocument(documentId: string, kind: "attachment" | "inline"): Promise<OpenedDocument> {
  const [document] = await db.execute<StoredFile>(sql`
    select title, mime_type, size_bytes, storage_key
    from claim_documents where id = ${documentId} and replaced_at is null`);
  return open(document, kind);
}

/** Opens a document of a claim of this world: 2001 for an unknown claim, 2004 for an unknown or replaced document. */
export async function openDocumentOfClaim(
  { world }: Pick<WorldContext, "world">,
  claimId: string,
  documentId: string,
): Promise<OpenedDocument> {
  const { document } = await findDocument(world, claimId, documentId);
  return open(document, "attachment");
}

async function open(document: StoredFile | undefined, kind: "attachment" | "inline"): Promise<OpenedDocument> {
  if (document === undefined) throw new ApiError("DOCUMENT_NOT_FOUND");
  const { mimeType, sizeBytes, storageKey } = document;
  return { content: await getFile(storageKey), mimeType, sizeBytes, disposition: dispositionOf(kind, document) };
}

async function findDocument(
  world: WorldContext["world"],
  claimId: string,
  documentId: string,
): Promise<{ claim: Claim; document: ClaimDocument }> {
  const claim = await findClaim({ id: claimId, world });
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  const document = claim.documents.find(({ id }) => id === documentId);
  if (document === undefined) throw new ApiError("DOCUMENT_NOT_FOUND");
  return { claim, document };
}

/** The header `content-disposition` (RFC 6266). */
function dispositionOf(kind: "attachment" | "inline", { title, mimeType }: Pick<ClaimDocument, "title" | "mimeType">): string {
  // A mark that turns the direction of a text would show another ending than the file has.
  const visible = title.replaceAll(/\p{Bidi_Control}/gu, "").replaceAll(/[\p{Cc}/\\]/gu, " ");
  const name = `${visible.trim().replace(knownEnding, "")}.${endings[mimeType as DocumentMimeType]}`;
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\w .-]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

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
