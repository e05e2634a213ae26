import type { Claim, ClaimDocument, ClaimSettlement } from "#lib/claims/claim.ts";
import { documentOf } from "#lib/claims/rules/change.ts";
import type { DocumentEntry, Settlement, WireClaim, WireClaimSummary, WireSubmission, WireUploadedDocument } from "#lib/claims/schema.ts";
import { eurosFromCents } from "#lib/money.ts";

export type ClaimHead = Pick<
  Claim,
  "id" | "claimId" | "uid" | "status" | "canSubmit" | "type" | "subtype" | "claimAt" | "cid" | "cpid" | "createdAt" | "updatedAt"
>;

/** The claim in a list (resolutions.md § 7, List). */
export function serializeSummary(claim: ClaimHead): WireClaimSummary {
  return {
    id: claim.id,
    claimId: claim.claimId,
    userId: claim.uid,
    status: claim.status,
    canSubmit: claim.canSubmit,
    type: claim.type,
    subtype: claim.subtype,
    claimAt: claim.claimAt.toISOString(),
    contractId: claim.cid,
    contractProductId: claim.cpid,
    createdAt: claim.createdAt.toISOString(),
    updatedAt: claim.updatedAt.toISOString(),
  };
}

/** The claim as the API answers it and as events tell it (partner-api.md § Claim (detail)). */
export function serializeClaim(claim: Claim): WireClaim {
  return {
    ...serializeSummary(claim),
    declarationAt: (claim.submittedAt ?? claim.createdAt).toISOString(),
    closedAt: instantOrNull(claim.closedAt),
    reopenedAt: instantOrNull(claim.reopenedAt),
    abandonedAt: instantOrNull(claim.abandonedAt),
    description: claim.description,
    product: claim.product,
    location: claim.location,
    insured: claim.insured,
    questions: claim.questions,
    documentEntries: claim.entries.map(({ type, category }) => serializeEntry(type, category, documentOf(claim, type))),
    note: claim.note,
    settlements: claim.settlements.map(serializeSettlement),
  };
}

/** What a submission answers of the claim (partner-api.md § Claims). */
export function serializeSubmission(claim: Claim, { autoSubmitted }: { autoSubmitted: boolean }): WireSubmission {
  const { id, claimId, status, canSubmit, submittedAt } = claim;
  if (claimId === null || submittedAt === null) throw new Error(`the claim ${id} was not submitted`);
  return { id, claimId, status, canSubmit, autoSubmitted, submittedAt: submittedAt.toISOString() };
}

function serializeEntry(type: string, category: DocumentEntry["category"], document: ClaimDocument | undefined): DocumentEntry {
  if (document === undefined) return { type, category, status: "waiting_for", document: null };
  const { id, title, mimeType, refusalReason, note } = serializeDocument(document);
  return {
    type,
    category,
    status: document.status,
    document: { id, title, mimeType, refusalReason, note, uploadedAt: document.createdAt.toISOString() },
  };
}

/** A document as its upload answers it (partner-api.md § Claim document). */
export function serializeDocument(document: ClaimDocument): WireUploadedDocument {
  return {
    id: document.id,
    type: document.type,
    title: document.title,
    mimeType: document.mimeType,
    status: document.status,
    refusalReason: document.refusalReason,
    note: document.note,
    uploadedAt: document.createdAt.toISOString(),
  };
}

function serializeSettlement({ id, type, amountCents, paymentAt, createdAt }: ClaimSettlement): Settlement {
  return { id, type, amount: eurosFromCents(amountCents), paymentAt: instantOrNull(paymentAt), createdAt: createdAt.toISOString() };
}

function instantOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}
