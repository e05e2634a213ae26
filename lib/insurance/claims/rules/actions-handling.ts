import type { Claim, ClaimDocument } from "#lib/insurance/claims/claim.ts";
import { hasActivePayment } from "#lib/insurance/claims/rules/actions-payments.ts";
import { assertStatus, documentOf, finishChange, spellType } from "#lib/insurance/claims/rules/change.ts";
import type { ClaimChange, ClaimEventType } from "#lib/insurance/claims/rules/change.ts";
import type { DocumentCategory } from "#lib/insurance/claims/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

export function takeOver(claim: Claim, handlerId: string | null, now: Date): ClaimChange {
  assertStatus(claim, ["submitted", "pending_info"], "taken over");
  const entries = claim.entries.map((entry) => ({ ...entry, requested: false }));
  return finishChange(claim, { stage: "waiting_for_tulip", handlerId, entries }, [], now);
}

export interface DocumentRequest {
  type: string;
  category: DocumentCategory;
  /** The note that the partner reads beside the request. */
  note?: string | undefined;
}

const newStatus: ClaimEventType = "v2.claim.status.updated";

/** Asks for several documents at once: one event for each, and all of them with the same note. */
export function requestDocuments(claim: Claim, requests: readonly DocumentRequest[], now: Date): ClaimChange {
  let requested: ClaimChange = { claim, events: [] };
  for (const request of requests) {
    const { claim: next, events } = requestDocument(requested.claim, request, now);
    requested = { claim: next, events: [...requested.events, ...events] };
  }
  // The new status is told last, as for one document.
  return { ...requested, events: requested.events.toSorted((a, b) => Number(a === newStatus) - Number(b === newStatus)) };
}

export function requestDocument(claim: Claim, { type: typed, category, note = "" }: DocumentRequest, now: Date): ClaimChange {
  const type = spellType(claim, typed);
  assertStatus(claim, ["in_progress", "pending_info"], "asked for a document");
  if (hasActivePayment(claim)) throw new ApiError("ACTIVE_PAYMENT_BLOCKING", "a payment is under way, so no document can be requested");
  const present = documentOf(claim, type);
  if (present !== undefined && present.status !== "rejected") {
    throw new ApiError("INVALID_DOCUMENT_TYPE", `${type}: is there already; refuse it first to ask for another one`);
  }
  const isKnown = claim.entries.some((entry) => entry.type === type);
  const request = { requested: true, note: note === "" ? null : note };
  const entries = isKnown
    ? claim.entries.map((entry) => (entry.type === type ? { ...entry, ...request } : entry))
    : [...claim.entries, { type, category, ...request }];
  return finishChange(claim, { stage: "document_to_send", entries }, ["v2.claim.document.requested"], now);
}

/** Accepts an uploaded document, which then cannot be replaced. */
export function acceptDocument(claim: Claim, documentId: string, now: Date): ClaimChange {
  const document = documentToVerify(claim, documentId);
  const accepted: ClaimDocument = { ...document, status: "accepted", acceptedAt: now, updatedAt: now };
  return finishChange(claim, { documents: withDocument(claim, accepted) }, ["v2.claim.document.accepted"], now);
}

/** Refuses an uploaded document; the partner reads the reason. */
export function refuseDocument(claim: Claim, documentId: string, reason: string, now: Date): ClaimChange {
  const document = documentToVerify(claim, documentId);
  const refused: ClaimDocument = { ...document, status: "rejected", refusalReason: reason, refusedAt: now, updatedAt: now };
  return finishChange(claim, { documents: withDocument(claim, refused) }, ["v2.claim.document.refused"], now);
}

/** Takes an acceptance back: the document is to be verified again. There is no event for it. */
export function recheckDocument(claim: Claim, documentId: string, now: Date): ClaimChange {
  const document = documentOfOpenClaim(claim, documentId);
  if (document.status !== "accepted") {
    throw new ApiError("CLAIM_STATUS_LOCKED", `${document.type}: is ${document.status}, so there is no acceptance to take back`);
  }
  const unverified: ClaimDocument = { ...document, status: "to_verify", acceptedAt: null, updatedAt: now };
  return finishChange(claim, { documents: withDocument(claim, unverified) }, [], now);
}

function documentOfOpenClaim(claim: Claim, documentId: string): ClaimDocument {
  assertStatus(claim, ["in_progress", "pending_info"], "verified");
  const document = claim.documents.find(({ id }) => id === documentId);
  if (document === undefined) throw new ApiError("DOCUMENT_NOT_FOUND", "the claim has no such document, or it was replaced by another one");
  return document;
}

function documentToVerify(claim: Claim, documentId: string): ClaimDocument {
  const document = documentOfOpenClaim(claim, documentId);
  if (document.status !== "to_verify") throw new ApiError("DOCUMENT_ALREADY_VALIDATED", `${document.type}: was ${document.status} already`);
  return document;
}

function withDocument({ documents }: Claim, changed: ClaimDocument): ClaimDocument[] {
  return documents.map((document) => (document.id === changed.id ? changed : document));
}

/** Rejects a claim; while it is rejected, the partner reads the reason as its note. */
export function rejectClaim(claim: Claim, reason: string, now: Date): ClaimChange {
  assertStatus(claim, ["in_progress"], "rejected");
  if (hasActivePayment(claim)) throw new ApiError("ACTIVE_PAYMENT_BLOCKING", "a payment is under way, so the claim cannot be rejected");
  return finishChange(claim, { stage: "closed_rejected", closedAt: now, rejectionReason: reason }, ["v2.claim.refused"], now);
}

export function reopenClaim(claim: Claim, now: Date): ClaimChange {
  assertStatus(claim, ["closed", "rejected"], "reopened");
  return finishChange(claim, { stage: "reopened", reopenedAt: now, closedAt: null }, ["v2.claim.reopened"], now);
}

/** Writes the note that the partner reads, on a rejected claim once it is reopened. There is no event for it. */
export function noteClaim(claim: Claim, note: string, now: Date): ClaimChange {
  assertStatus(claim, ["submitted", "in_progress", "pending_info", "closed", "rejected"], "annotated");
  return finishChange(claim, { note }, [], now);
}
