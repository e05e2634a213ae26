import type { Contract, ContractProduct } from "#lib/contracts/contract.ts";
import { isCorrectable } from "#lib/contracts/rules/start-window.ts";
import { ApiError } from "#lib/errors.ts";

/** True until the end date, however late the job is that writes the end down. */
export function isContractOpen(contract: Contract, now: Date): boolean {
  return contract.status === "open" && contract.endDate > now;
}

/** True for an entry that covers now or will; one past its end date is over, however late the job is. */
export function isProductOpen(product: ContractProduct, now: Date): boolean {
  return product.status === "open" && product.endDate > now;
}

/** True for an entry that lasts, or lasted, as long as its contract, and shares what becomes of it. */
export function lastsWithContract(product: ContractProduct, contract: Contract): boolean {
  return product.status === contract.status && product.endDate.getTime() === contract.endDate.getTime();
}

/** True for an LLD that closed less than 2 hours ago: its data can still be put right (resolutions.md § 3, Update). */
export function takesCorrections(contract: Contract, now: Date): boolean {
  const { contractType, status, endDate, endedAt, terminationPlanned } = contract;
  if (contractType !== "LLD" || isContractOpen(contract, now)) return false;
  const closes = status === "closed" || (status === "open" && !terminationPlanned);
  return closes && isCorrectable(endedAt ?? endDate, now);
}

/** Refuses any change of a contract that is not open (1052). */
export function assertContractOpen(contract: Contract, now: Date): void {
  if (isContractOpen(contract, now)) return;
  const state = contract.status === "open" ? `it ended on ${contract.endDate.toISOString()}` : `its status is ${contract.status}`;
  throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: ${state}`);
}
