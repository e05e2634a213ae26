import type { Contract, ContractProduct } from "#lib/insurance/contracts/contract.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

const minute = 60_000;
const hour = 60 * minute;

/** From the start on, the parties are fixed (rules/contracts.md#update-4). */
export function hasStarted(startDate: Date, now: Date): boolean {
  return startDate <= now;
}

/** Until 4 hours after the start, a contract or product is cancelled and its dates can move (rules/contracts.md#end-2, #update-3). */
export function isCancellable(startDate: Date, now: Date): boolean {
  return now.getTime() - startDate.getTime() <= 4 * hour;
}

/** An LLD accepts corrections for 2 hours after it closed (rules/contracts.md#update-5). */
export function isCorrectable(closedAt: Date, now: Date): boolean {
  return now.getTime() - closedAt.getTime() < 2 * hour;
}

/** True until the end date, even where the job that closes contracts is late. */
export function isContractOpen(contract: Contract, now: Date): boolean {
  return contract.status === "open" && contract.endDate > now;
}

export function isProductOpen(product: ContractProduct, now: Date): boolean {
  return product.status === "open" && product.endDate > now;
}

export function lastsWithContract(product: ContractProduct, contract: Contract): boolean {
  return product.status === contract.status && product.endDate.getTime() === contract.endDate.getTime();
}

/** True for an LLD that closed less than 2 hours ago (rules/contracts.md#update-5). */
export function takesCorrections(contract: Contract, now: Date): boolean {
  const { contractType, status, endDate, endedAt, terminationPlanned } = contract;
  if (contractType !== "LLD" || isContractOpen(contract, now)) return false;
  const closes = status === "closed" || (status === "open" && !terminationPlanned);
  return closes && isCorrectable(endedAt ?? endDate, now);
}

/** 1052 for a contract that is not open. */
export function assertContractOpen(contract: Contract, now: Date): void {
  if (isContractOpen(contract, now)) return;
  const state = contract.status === "open" ? `it ended on ${contract.endDate.toISOString()}` : `its status is ${contract.status}`;
  throw new ApiError("CONTRACT_NOT_OPEN", `the contract is not open: ${state}`);
}
