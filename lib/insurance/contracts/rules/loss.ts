import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { applyEnding, terminateContract } from "#lib/insurance/contracts/rules/ending.ts";
import type { Ending } from "#lib/insurance/contracts/rules/ending.ts";

/**
 * Ends the cover of a product that was lost, at the instant of the loss (rules/settlements.md#theft-1); null if it has ended by then.
 * The price is that of a termination: LMD and LLD cost the days until the loss, LCD gives nothing back. Without another open product, the
 * contract ends with the last of its covers.
 */
export function decideLoss(contract: Contract, cpid: string, lostAt: Date, reason: string, now: Date): Ending | null {
  const product = contract.products.find((one) => one.cpid === cpid);
  if (product === undefined || product.status === "cancel" || product.status === "has_been_replaced") return null;
  if (product.startDate > lostAt || product.endDate <= lostAt) return null;
  const lost: Ending = { contract: null, products: [{ cpid, status: "terminated", endDate: lostAt, endReason: reason }] };
  const rest = applyEnding(contract, lost).products.filter(({ status }) => status !== "has_been_replaced" && status !== "cancel");
  if (contract.status !== "open" || rest.some(({ status }) => status === "open")) return lost;
  const end = new Date(Math.max(...rest.map(({ endDate }) => endDate.getTime())));
  return { contract: terminateContract(contract, end, reason, end < now ? now : end).contract, products: lost.products };
}
