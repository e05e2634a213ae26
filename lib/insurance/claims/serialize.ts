import type { Claim, ClaimDocument, ClaimEntry, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { isProposal } from "#lib/insurance/claims/rules/actions-payments.ts";
import { documentOf } from "#lib/insurance/claims/rules/change.ts";
import type {
  DocumentEntry,
  Settlement,
  WireClaim,
  WireClaimSummary,
  WireSubmission,
  WireUploadedDocument,
} from "#lib/insurance/claims/schema.ts";
import { eurosFromCents } from "#lib/platform/money/money.ts";

export type ClaimHead = Pick<
  Claim,
  "id" | "claimId" | "uid" | "status" | "canSubmit" | "type" | "subtype" | "claimAt" | "cid" | "cpid" | "createdAt" | "updatedAt"
>;

/** The claim in a list (rules/claims.md#read-2). */
export function serializeSummary(claim: ClaimHead): WireClaimSummary {
  return {
    id: claim.id,
    claimId: claim.claimId,
    userId: claim.uid,
    status: claim.status,
    // Releases before stored true for a claim whose documents were complete, also once it was submitted.
    canSubmit: claim.status === "draft" && claim.canSubmit,
    type: claim.type,
    subtype: claim.subtype,
    claimAt: claim.claimAt.toISOString(),
    contractId: claim.cid,
    contractProductId: claim.cpid,
    createdAt: claim.createdAt.toISOString(),
    updatedAt: claim.updatedAt.toISOString(),
  };
}

/** The claim as the API answers it and as events tell it (rules/claims.md#read-2). */
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
    documentEntries: claim.entries.map((entry) => serializeEntry(entry, documentOf(claim, entry.type))),
    // The reason of a rejection is not replaced by a later note. Releases before kept it in the note.
    note: claim.status === "rejected" ? (claim.rejectionReason ?? claim.note) : claim.note,
    settlements: claim.settlements
      .filter((one) => !isProposal(one))
      .toSorted(byCreation)
      .map(serializeSettlement),
  };
}

/** Serializes the answer to a submission (rules/claims.md#submit-2). */
export function serializeSubmission(claim: Claim, { autoSubmitted }: { autoSubmitted: boolean }): WireSubmission {
  const { id, claimId, status, submittedAt } = claim;
  if (claimId === null || submittedAt === null) throw new Error(`the claim ${id} was not submitted`);
  return { id, claimId, status, canSubmit: false, autoSubmitted, submittedAt: submittedAt.toISOString() };
}

function serializeEntry(entry: ClaimEntry, document: ClaimDocument | undefined): DocumentEntry {
  const { type, category } = entry;
  if (document === undefined) return { type, category, status: "waiting_for", note: entry.note ?? null, document: null };
  const { id, title, mimeType, refusalReason, note } = serializeDocument(document, entry);
  return {
    type,
    category,
    status: document.status,
    note,
    document: { id, title, mimeType, refusalReason, note, uploadedAt: document.createdAt.toISOString() },
  };
}

/** A document as its upload answers it (rules/claims.md#read-2), with the note of the entry that asks for it. */
export function serializeDocument(document: ClaimDocument, entry: Pick<ClaimEntry, "note"> | undefined): WireUploadedDocument {
  return {
    id: document.id,
    type: document.type,
    title: document.title,
    mimeType: document.mimeType,
    status: document.status,
    refusalReason: document.refusalReason,
    note: entry?.note ?? null,
    uploadedAt: document.createdAt.toISOString(),
  };
}

function serializeSettlement({ id, type, amountCents, paymentAt, paymentState, createdAt }: ClaimSettlement): Settlement {
  const amount = eurosFromCents(amountCents);
  return { id, type, amount, paymentAt: instantOrNull(paymentAt), paymentState, createdAt: createdAt.toISOString() };
}

function instantOrNull(instant: Date | null): string | null {
  return instant === null ? null : instant.toISOString();
}

/** A refund that was proposed is made when it is approved. */
function byCreation(a: ClaimSettlement, b: ClaimSettlement): number {
  return a.createdAt.getTime() - b.createdAt.getTime();
}
