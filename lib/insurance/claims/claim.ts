import type { claimDocuments, claims, settlements } from "#db/schema/claims.ts";
import { titleOf } from "#lib/delivery/deliveries/subject.ts";
import type { ClaimProduct } from "#lib/insurance/claims/schema.ts";

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

/** "Moustache Lundi 27 · BC-12345", what people recognise the product of a claim by; the identifier if nothing is known. */
export function claimTitle({ brand, model, productMarked }: Pick<ClaimProduct, "brand" | "model" | "productMarked">, id: string): string {
  return titleOf([`${brand} ${model}`.trim(), productMarked]) ?? id;
}
