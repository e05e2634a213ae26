import type { ContractProductStatus } from "#lib/insurance/catalogue/schema.ts";

/** The state of a product's cover at a moment, such as the date of loss. */
export type CoverState = "covered" | "notStarted" | "ended" | "cancelled";

interface Cover {
  status: ContractProductStatus;
  startDate: Date;
  endDate: Date;
}

/**
 * Tells what the cover was at a moment. A cancelled product was never covered; both days of the period are
 * (rules/claims.md#create-3, #create-4).
 */
export function coverAt({ status, startDate, endDate }: Cover, at: Date): CoverState {
  if (status === "cancel") return "cancelled";
  if (at < startDate) return "notStarted";
  return at > endDate ? "ended" : "covered";
}

/** The cover of a contract at a moment: how many of its products are covered, and from when until when. */
export interface ContractCover {
  /** `interrupted` is between a cover that ended and one that is to come. */
  state: CoverState | "interrupted";
  covered: number;
  products: number;
  /** Of the products that the state speaks of; null where there is no cover. */
  period: { from: Date; until: Date } | null;
}

/** Adds up the cover of a contract's products; those that were replaced by a change do not count (rules/contracts.md#cover-1). */
export function coverOfContract(entries: readonly Cover[], at: Date): ContractCover {
  const products = entries.filter(({ status }) => status !== "has_been_replaced");
  const byState = Map.groupBy(products, (product) => coverAt(product, at));
  const [covered, coming, ended] = [byState.get("covered") ?? [], byState.get("notStarted") ?? [], byState.get("ended") ?? []];
  const of = (state: ContractCover["state"], some: readonly Cover[]) => {
    return { state, covered: covered.length, products: products.length, period: periodOf(some) };
  };
  if (covered.length > 0) return of("covered", covered);
  if (coming.length > 0) return of(ended.length > 0 ? "interrupted" : "notStarted", coming);
  return ended.length > 0 ? of("ended", ended) : of("cancelled", []);
}

/** From the first start until the last end. */
function periodOf(covers: readonly Cover[]): ContractCover["period"] {
  if (covers.length === 0) return null;
  return {
    from: new Date(Math.min(...covers.map(({ startDate }) => startDate.getTime()))),
    until: new Date(Math.max(...covers.map(({ endDate }) => endDate.getTime()))),
  };
}
