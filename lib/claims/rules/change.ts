import type { Claim } from "#lib/claims/claim.ts";
import { missingDocuments } from "#lib/claims/rules/entries.ts";
import { publicStatus } from "#lib/claims/rules/status.ts";
import type { ClaimStatus } from "#lib/claims/schema.ts";
import { ApiError } from "#lib/errors.ts";
import type { ErrorName } from "#lib/errors.ts";
import type { EventType } from "#lib/events/catalogue.ts";

/** A kind of event that tells of a claim. */
export type ClaimEventType = Extract<EventType, `v2.claim.${string}`>;

/** What a move makes of a claim, and the events that tell of it, in their order. */
export interface ClaimChange {
  claim: Claim;
  events: ClaimEventType[];
}

/** The claim as a move leaves it: what follows from its documents and stages is derived here, and a new public status is told last. */
export function finishChange(before: Claim, changes: Partial<Claim>, events: readonly ClaimEventType[], now: Date): ClaimChange {
  const changed = { ...before, ...changes, updatedAt: now };
  const canSubmit = missingDocuments(changed).length === 0;
  const isDraft = changed.draftStatus === "unmatched" || changed.draftStatus === "pending";
  const draftStatus = isDraft ? (canSubmit ? "pending" : "unmatched") : changed.draftStatus;
  const status = publicStatus({ ...changed, draftStatus });
  const hasMoved = status !== before.status;
  return {
    claim: { ...changed, canSubmit, draftStatus, status, statusSince: hasMoved ? now : before.statusSince },
    events: hasMoved ? [...events, "v2.claim.status.updated"] : [...events],
  };
}

/** Refuses a move that the public status of the claim does not allow. */
export function assertStatus(
  { status }: Pick<Claim, "status">,
  allowed: readonly ClaimStatus[],
  action: string,
  error: ErrorName = "CLAIM_STATUS_LOCKED",
): void {
  if (!allowed.includes(status)) {
    throw new ApiError(error, `the claim is ${status}: only one that is ${allowed.join(" or ")} can be ${action}`);
  }
}
