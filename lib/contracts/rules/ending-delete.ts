import type { Contract } from "#lib/contracts/contract.ts";
import { endContractBody } from "#lib/contracts/requests-changes.ts";
import { readFields } from "#lib/contracts/rules/amend-fields.ts";
import { readEnd, readOptionalEnd, readOptionalReason, readReason } from "#lib/contracts/rules/ending-request.ts";
import { assertContractOpen } from "#lib/contracts/rules/ending-state.ts";
import { cancelContract, terminateContract } from "#lib/contracts/rules/ending.ts";
import type { Ending } from "#lib/contracts/rules/ending.ts";
import { isCancellable } from "#lib/contracts/rules/start-window.ts";

/**
 * What `DELETE /contracts/{contractId}` does (resolutions.md § 3, Delete): until 4 hours after the start it cancels,
 * asks for no reason and heeds no `end_date` that is one; later it terminates, now or on the `end_date` of the body.
 * Errors in this order: 1052, 1010, 1053, 1002, 1021, 1352. An end before the start is long past by then, so 1021 answers it.
 */
export function decideEnding(contract: Contract, body: unknown, now: Date): Ending {
  assertContractOpen(contract, now);
  const { reason, end_date: end } = readFields(body, endContractBody);
  if (isCancellable(contract.startDate, now)) {
    const given = readOptionalReason(reason);
    readOptionalEnd(end);
    return cancelContract(contract, given, now);
  }
  const given = readReason(reason);
  return terminateContract(contract, readEnd(end, contract, "END_IN_PAST", now), given, now);
}
