import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";

/** The state of a product's cover at the date of loss. */
export type CoverAtLoss = "covered" | "notStarted" | "ended" | "cancelled";

interface Cover {
  status: ContractProductStatus;
  startDate: Date;
  endDate: Date;
}

/**
 * Tells what the cover was at the date of loss. A cancelled product was never covered; both days of the period are
 * (rules/claims.md#create-3, #create-4).
 */
export function coverAtLoss({ status, startDate, endDate }: Cover, claimAt: Date): CoverAtLoss {
  if (status === "cancel") return "cancelled";
  if (claimAt < startDate) return "notStarted";
  return claimAt > endDate ? "ended" : "covered";
}

/** The cover of a contract at a moment: how many of its products are covered, and until when, or why none is. */
export interface ContractCover {
  state: CoverAtLoss;
  covered: number;
  products: number;
  /** The end of the cover, or its start if it is to come; null where there is none. */
  at: Date | null;
}

/** Adds up the cover of a contract's products; those that were replaced by a change do not count. */
export function coverOfContract(entries: readonly Cover[], at: Date): ContractCover {
  const products = entries.filter(({ status }) => status !== "has_been_replaced");
  const byState = Map.groupBy(products, (product) => coverAtLoss(product, at));
  const [covered, coming, ended] = [byState.get("covered") ?? [], byState.get("notStarted") ?? [], byState.get("ended") ?? []];
  const of = (state: CoverAtLoss, moment: Date | null) => ({ state, covered: covered.length, products: products.length, at: moment });
  const latest = (some: readonly Cover[]) => new Date(Math.max(...some.map(({ endDate }) => endDate.getTime())));
  if (covered.length > 0) return of("covered", latest(covered));
  if (coming.length > 0) return of("notStarted", new Date(Math.min(...coming.map(({ startDate }) => startDate.getTime()))));
  return ended.length > 0 ? of("ended", latest(ended)) : of("cancelled", null);
}
