import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";

/** The state of a product's cover at the date of loss. */
export type CoverAtLoss = "covered" | "notStarted" | "ended" | "cancelled";

/**
 * Tells what the cover was at the date of loss. A cancelled product was never covered; both days of the period are
 * (rules/claims.md#create-3, #create-4).
 */
export function coverAtLoss(
  { status, startDate, endDate }: { status: ContractProductStatus; startDate: Date; endDate: Date },
  claimAt: Date,
): CoverAtLoss {
  if (status === "cancel") return "cancelled";
  if (claimAt < startDate) return "notStarted";
  return claimAt > endDate ? "ended" : "covered";
}
