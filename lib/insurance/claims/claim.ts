import type { claimDocuments, claims, settlements } from "#db/schema/claims.ts";
import type { DocumentCategory } from "#lib/insurance/claims/schema.ts";

/** The state of the draft. `matched`: the insurer has a claim of its own for it. `abandonned` is the insurer's spelling. */
export type DraftStatus = "unmatched" | "pending" | "matched" | "abandonned";

/** The insurer's progress on a submitted claim; null until a handler takes it over (rules/claims.md#states-2). */
export type UserClaimStage =
  | "waiting_for_tulip"
  | "document_to_send"
  | "waiting_for_payment"
  | "reopened"
  | "closed_paid"
  | "closed_rejected"
  | "abandoned";

export interface ClaimEntry {
  type: string;
  category: DocumentCategory;
  /** True from the handler's request until the upload. */
  requested: boolean;
  /** The handler's note to the request; claims of earlier releases lack the field. */
  note?: string | null;
}

export type ClaimDocument = Omit<typeof claimDocuments.$inferSelect, "claimId" | "replacedAt">;

export type ClaimSettlement = Omit<typeof settlements.$inferSelect, "claimId">;

type Row = typeof claims.$inferSelect;
export interface Claim extends Row {
  /** The newest upload of each type. */
  documents: ClaimDocument[];
  settlements: ClaimSettlement[];
}
