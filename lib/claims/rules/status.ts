import type { Claim, DraftStatus, UserClaimStage } from "#lib/claims/claim.ts";
import type { ClaimStatus } from "#lib/claims/schema.ts";

const byStage: Record<UserClaimStage, ClaimStatus> = {
  waiting_for_tulip: "in_progress",
  waiting_for_payment: "in_progress",
  reopened: "in_progress",
  document_to_send: "pending_info",
  closed_paid: "closed",
  closed_rejected: "rejected",
  abandoned: "abandoned",
};

const byDraftStatus: Record<Exclude<DraftStatus, "matched">, ClaimStatus> = {
  unmatched: "draft",
  pending: "draft",
  abandonned: "archived",
};

/** The public status of a claim, from its two internal levels (partner-api.md § Claim states, rule 4). */
export function publicStatus({ draftStatus, stage }: Pick<Claim, "draftStatus" | "stage">): ClaimStatus {
  if (draftStatus !== "matched") return byDraftStatus[draftStatus];
  return stage === null ? "submitted" : byStage[stage];
}
