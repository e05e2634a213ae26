import { createHmac, timingSafeEqual } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { WorldContext } from "#lib/account/worlds/context.ts";
import type { Claim, ClaimDocument } from "#lib/insurance/claims/claim.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import type { DocumentMimeType } from "#lib/insurance/claims/requests-documents.ts";
import { entryOf } from "#lib/insurance/claims/rules/change.ts";
import type { WireDocument } from "#lib/insurance/claims/schema.ts";
import { serializeDocument } from "#lib/insurance/claims/serialize.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { getFile, signFileUrl } from "#lib/platform/files/storage.ts";
import { ownAddress } from "#lib/platform/own-address.ts";
import { deriveKeys } from "#lib/platform/secrets/encryption.ts";

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

export interface OpenedDocument {
  content: Readable;
  mimeType: string;
  sizeBytes?: number;
  disposition: string;
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

type StoredFile = Pick<ClaimDocument, "title" | "mimeType" | "sizeBytes" | "storageKey">;

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

/** Many titles are the name of the file that was sent. */
const knownEnding = /(?<=.)\.(?:pdf|jpe?g|png|webp|hei[cf])$/i;

/** The header `content-disposition` (RFC 6266). */
export function dispositionOf(kind: "attachment" | "inline", { title, mimeType }: Pick<ClaimDocument, "title" | "mimeType">): string {
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
