import type { Contract } from "#lib/contracts/contract.ts";
import { isContractOpen } from "#lib/contracts/rules/ending-state.ts";
import { endProduct, makeContractEnding } from "#lib/contracts/rules/ending.ts";
import type { Ending } from "#lib/contracts/rules/ending.ts";

/**
 * What has come to its end by `now` (resolutions.md § 3, Time), or null: the contract with its open products,
 * `terminated` where a termination was planned for that day and `closed` otherwise, or, while the contract goes on,
 * single products that end before it. A renewal that is due comes first and is the verb's.
 */
export function decideDueEnding(contract: Contract, now: Date): Ending | null {
  if (contract.status !== "open") return null;
  const { endDate, endReason, terminationPlanned } = contract;
  const status = terminationPlanned ? "terminated" : "closed";
  const open = contract.products.filter((product) => product.status === "open");
  if (!isContractOpen(contract, now)) {
    return {
      contract: { ...makeContractEnding(terminationPlanned ? "terminate_now" : "close", endDate, endReason), endedAt: now },
      products: open.map((product) => endProduct(product, endDate, status, endReason)),
    };
  }
  const over = open.filter((product) => product.endDate <= now);
  return over.length === 0
    ? null
    : { contract: null, products: over.map((product) => endProduct(product, product.endDate, "closed", null)) };
}
