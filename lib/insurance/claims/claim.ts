import type { claimDocuments, claims, settlements } from "#db/schema/claims.ts";

export type ClaimDocument = Omit<typeof claimDocuments.$inferSelect, "claimId" | "replacedAt">;

export type ClaimSettlement = Omit<typeof settlements.$inferSelect, "claimId">;

type Row = typeof claims.$inferSelect;

export type DraftStatus = Row["draftStatus"];
export type UserClaimStage = NonNullable<Row["stage"]>;
export type ClaimEntry = Row["entries"][number];
export interface Claim extends Row {
  /** The newest upload of each type. */
  documents: ClaimDocument[];
  settlements: ClaimSettlement[];
}
