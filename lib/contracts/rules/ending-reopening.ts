import type { Contract } from "#lib/contracts/contract.ts";
import { assertPeriodFits } from "#lib/contracts/rules/amend-period.ts";
import { lastsWithContract } from "#lib/contracts/rules/ending-state.ts";
import { makeContractEnding } from "#lib/contracts/rules/ending.ts";
import type { Ending } from "#lib/contracts/rules/ending.ts";
import { assertNotEnded } from "#lib/contracts/rules/period.ts";
import { ApiError } from "#lib/errors.ts";
import type { Feature } from "#lib/partners/schema.ts";

/**
 * What support does when it reopens a contract (resolutions.md § 3, Time): a closed one is open again until `endDate`,
 * and so are the products that closed with it. 1052 for one that is not closed, 1021 for an end that is not to come,
 * and the rules of its type and options on the longer period.
 */
export function decideReopening(contract: Contract, endDate: Date, features: readonly Feature[], now: Date): Ending {
  if (contract.status !== "closed") {
    throw new ApiError("CONTRACT_NOT_OPEN", `only a closed contract can be reopened; the status of this one is ${contract.status}`);
  }
  assertNotEnded(endDate, now);
  assertPeriodFits(contract, { startDate: contract.startDate, endDate }, features);
  return {
    contract: makeContractEnding("reopen", endDate, null),
    products: contract.products
      .filter((product) => lastsWithContract(product, contract))
      .map(({ cpid }) => ({ cpid, status: "open", endDate, endReason: null })),
  };
}
