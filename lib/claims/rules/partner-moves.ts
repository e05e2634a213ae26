import type { Claim } from "#lib/claims/claim.ts";
import { assertStatus, finishChange } from "#lib/claims/rules/change.ts";
import type { ClaimChange } from "#lib/claims/rules/change.ts";
import { missingDocuments } from "#lib/claims/rules/entries.ts";
import { hasActivePayment } from "#lib/claims/rules/payments.ts";
import type { ClaimLocation } from "#lib/claims/schema.ts";
import { ApiError } from "#lib/errors.ts";

/** What a partner may correct of a draft; a partial location is merged. */
export interface ClaimUpdate {
  description?: string;
  location?: Partial<ClaimLocation>;
}

/** Corrects a draft (resolutions.md § 7, Update). No event tells of it. */
export function updateDraft(claim: Claim, { description, location }: ClaimUpdate, now: Date): ClaimChange {
  assertStatus(claim, ["draft"], "edited", "CLAIM_NOT_EDITABLE");
  return finishChange(claim, { description: description ?? claim.description, location: { ...claim.location, ...location } }, [], now);
}

/** Submits a draft under the number that the insurer gives it: 3002 for what is no draft, 3004 while mandatory documents are missing. */
export function submitDraft(claim: Claim, claimId: string, now: Date): ClaimChange {
  assertStatus(claim, ["draft"], "submitted", "CLAIM_NOT_SUBMITTABLE");
  const missing = missingDocuments(claim);
  if (missing.length > 0) {
    throw new ApiError("DOCUMENTS_INCOMPLETE", `these mandatory documents are missing: ${missing.join(", ")}`);
  }
  return finishChange(claim, { draftStatus: "matched", stage: null, claimId, submittedAt: now }, ["v2.claim.created"], now);
}

/** Gives a claim up: a draft is archived, a submitted one abandoned unless a payment is under way (resolutions.md § 7, Cancel). */
export function cancelClaim(claim: Claim, reason: string, now: Date): ClaimChange {
  if (claim.status === "draft") {
    return finishChange(claim, { draftStatus: "abandonned", cancelReason: reason }, ["v2.claim.draft.archived"], now);
  }
  assertStatus(claim, ["submitted", "in_progress", "pending_info"], "cancelled");
  if (hasActivePayment(claim)) throw new ApiError("ACTIVE_PAYMENT_BLOCKING");
  return finishChange(claim, { stage: "abandoned", cancelReason: reason, abandonedAt: now }, ["v2.claim.abandoned"], now);
}
